import { describe, expect, test } from "vitest";
import { crd, deployment, document } from "../classify/classified.ts";
import { planResult } from "./planned.ts";

const operator = (scope: string, place: string) =>
  document("v1", "Namespace", "quay") +
  crd("Gate", scope) +
  deployment("quay/a") +
  document("example.org/v1", "Gate", place);

// https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#per-namespace-parameters
describe("the guard sees", () => {
  test.each([
    { name: "the CRs of a cluster-scoped kind", text: operator("Cluster", "g") },
    { name: "those in the operator's namespace", text: operator("Namespaced", "quay/g") },
  ])("$name", ({ text }) => {
    const { plan, diagnostics } = planResult(text, { uninstall: { strategy: "guard" } });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(plan?.charts.find(({ name }) => name === "quay")?.uninstall?.strategies).toContain("guard");
  });

  test("none that lives elsewhere, and is refused", () => {
    const { diagnostics } = planResult(operator("Namespaced", "pier/g"), {
      uninstall: { strategy: "guard" },
    });
    expect(diagnostics.find(({ severity }) => severity === "error")).toMatchObject({
      code: "plan/uninstall-strategy",
      found:
        "Gate is namespaced and one lives outside the operator's namespace, where the guard cannot see it",
      expected: "job or none",
    });
  });
});
