import { describe, expect, test } from "vitest";
import {
  camelFromUpperSnake,
  fileNameOf,
  lowerCamelCase,
  withoutContentHash,
} from "../../src/kubernetes/names.ts";

describe("a key made from a name", () => {
  test.each([
    ["virt-operator", "virtOperator"],
    ["KubeVirt", "kubeVirt"],
    ["CDI", "cdi"],
    ["HTTPRoute", "httpRoute"],
    ["TideGate", "tideGate"],
    ["dotted.name", "dottedName"],
    ["a--b", "aB"],
    ["2nd.thing", "_2ndThing"],
    ["system:node", "systemNode"],
    ["---", "_"],
    ["plain", "plain"],
  ])("%s → %s", (name, key) => {
    expect(lowerCamelCase(name)).toBe(key);
  });

  test.each([
    ["OPERATOR_IMAGE", "operatorImage"],
    ["lower_case", "lowerCase"],
    ["A", "a"],
  ])("from a variable: %s → %s", (name, key) => {
    expect(camelFromUpperSnake(name)).toBe(key);
  });
});

describe("a file name made from a name", () => {
  test.each([
    ["deployment-virt-operator", "deployment-virt-operator"],
    ["role-system:node/reader", "role-system-node-reader"],
    ["tidegates.tidegate.example.org", "tidegates.tidegate.example.org"],
    ["..hidden", "hidden"],
    ["a/../../b", "a-..-..-b"],
    ["", "unnamed"],
    [":::", "unnamed"],
    ["Ünïcode", "n-code"],
  ])("%s → %s", (name, file) => {
    expect(fileNameOf(name)).toBe(file);
  });
});

test.each([
  // Names that kustomize made, and names that only look a little like it.
  ["nfd-worker-conf-m45f8m9fm8", "nfd-worker-conf"],
  ["settings-29m7m78gf2", "settings"],
  ["peer-pods-cm-controller", "peer-pods-cm-controller"],
  ["webhook-server", "webhook-server"],
  ["conf-m45f8m9fm", "conf-m45f8m9fm"],
  ["conf-m45f8m9fm0", "conf-m45f8m9fm0"],
  ["m45f8m9fm8", "m45f8m9fm8"],
])("without the hash of its content %s is %s", (name, base) => {
  expect(withoutContentHash(name)).toBe(base);
});
