// Admission policies and their bindings beyond what they are asked about: the rules, and what is done with what they find.
// https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
import { type Json, jsonEqual, listField, objectField, stringField } from "../kubernetes/object.ts";
import { finding, type ReleasedObject, type UpgradeFinding } from "./finding.ts";

const policyParts = ["validations", "mutations", "variables", "paramKind", "auditAnnotations"];
const bindingParts = ["validationActions", "matchResources", "paramRef", "policyName"];

const partsByKind: Readonly<Record<string, readonly string[]>> = {
  ValidatingAdmissionPolicy: policyParts,
  MutatingAdmissionPolicy: policyParts,
  ValidatingAdmissionPolicyBinding: bindingParts,
  MutatingAdmissionPolicyBinding: bindingParts,
};

/** The parts of policies and bindings of both releases that are not as they were. */
export function comparePolicies(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  return newer.flatMap((now) => {
    const parts = partsByKind[now.object.kind];
    const then = parts && older.find((other) => subjectOf(other) === subjectOf(now));
    if (!then) return [];
    return parts.flatMap((part) => {
      const [before, after] = [then, now].map(({ object }) => objectField(object, "spec")[part]);
      if (jsonEqual(before ?? [], after ?? [])) return [];
      const [from, to] = [then, now].map((one) => one.placeOf(["spec", part]));
      return [
        finding("webhooks/policy-changed", {
          subject: subjectOf(now),
          path: `spec.${part}`,
          message: changeWords(part, before, after),
          ...(before === undefined ? {} : { before }),
          ...(after === undefined ? {} : { after }),
          ...(from ? { older: from } : {}),
          ...(to ? { newer: to } : {}),
          action: "See whether it refuses or changes what somebody writes.",
        }),
      ];
    });
  });
}

function subjectOf({ object }: ReleasedObject): string {
  return `${object.kind} ${stringField(object, "metadata", "name") ?? ""}`;
}

/** New validations are told by their expressions; of other parts the values are in the finding. */
function changeWords(part: string, before: Json | undefined, after: Json | undefined): string {
  const expressions = (value: Json | undefined) =>
    listField({ value: value ?? [] }, "value").map(
      (one) => stringField(one, "expression") ?? JSON.stringify(one),
    );
  const come = expressions(after).filter((one) => !expressions(before).includes(one));
  const gone = expressions(before).filter((one) => !expressions(after).includes(one));
  const isList = Array.isArray(before ?? after);
  if (!isList || come.length + gone.length === 0) return `${part} is another.`;
  const parts = [
    ...(come.length > 0 ? [`new is ${come.join("; ")}`] : []),
    ...(gone.length > 0 ? [`gone is ${gone.join("; ")}`] : []),
  ];
  return `In ${part} ${parts.join("; ")}.`;
}
