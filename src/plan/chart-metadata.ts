// What Chart.yaml says where nobody said it: the version that the operator's own image carries.
import type { Operator } from "../classify/operator.ts";
import { parseImageReference } from "../kubernetes/image-reference.ts";
import { field } from "../kubernetes/object.ts";
import { mainContainer } from "./block-names.ts";
import type { ChartMetadata } from "./chart-plan.ts";
import { isCompanion } from "./companions.ts";
import type { Component } from "./component.ts";

/** apiextensions v1, policy/v1 and CEL validation are there in all of these. */
const defaultKubeVersion = ">=1.25.0-0";

/** The metadata: what was given, and defaults for the rest. */
export function chartMetadata(
  name: string,
  operator: Operator,
  given: Partial<ChartMetadata>,
  components: readonly Component[],
): ChartMetadata {
  if (operator.manifests.length === 0) return metadataOfComponents(given, components);
  const appVersion = given.appVersion ?? operatorVersion(operator);
  return {
    version: given.version ?? chartVersionFor(appVersion),
    appVersion: appVersion ?? "0.0.0",
    kubeVersion: defaultKubeVersion,
    description: /(^|-)operator$/.test(name) ? `The ${name}` : `The ${name} operator`,
    ...withoutUndefined(given),
  };
}

/** The version of charts of which nobody said it: the operator's own, where that is one. */
export function chartVersionFor(appVersion: string | undefined): string {
  return semanticVersion(appVersion ?? "") ?? "0.1.0";
}

/** A chart without objects of its own is what it is made of. */
function metadataOfComponents(
  given: Partial<ChartMetadata>,
  components: readonly Component[],
): ChartMetadata {
  const version = given.version ?? "0.1.0";
  const names = components.map(({ name }) => name);
  const listed = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((text) => text !== "");
  return {
    version,
    appVersion: version,
    kubeVersion: defaultKubeVersion,
    description: `${listed.join(" and ")} as one release`,
    ...withoutUndefined(given),
  };
}

/**
 * The tag of the first main image that is a version, Deployments first and programs of other projects last, else the
 * recommended version label.
 */
function operatorVersion(operator: Operator): string | undefined {
  const deploymentsFirst = operator.workloads.toSorted(
    (a, b) => Number(b.kind === "Deployment") - Number(a.kind === "Deployment"),
  );
  const mains = deploymentsFirst
    .flatMap((workload) => mainContainer(workload) ?? [])
    .toSorted((a, b) => Number(isCompanion(a)) - Number(isCompanion(b)));
  const tags = mains.flatMap(({ image }) => parseImageReference(image ?? "")?.tag || []);
  const versioned = tags.find((tag) => semanticVersion(tag) !== undefined);
  if (versioned) return versioned;
  for (const { object } of operator.manifests) {
    const label = field(object, "metadata", "labels", "app.kubernetes.io/version");
    if (typeof label === "string" && semanticVersion(label)) return label;
  }
  return tags[0];
}

/** `v1.2.3-rc.1` → `1.2.3-rc.1`, `1.2` → `1.2.0`; undefined for what is no version (https://semver.org). */
function semanticVersion(text: string): string | undefined {
  const match = /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.exec(
    text,
  );
  if (!match) return undefined;
  const [, major, minor, patch = "0", prerelease = "", build = ""] = match;
  return `${major}.${minor}.${patch}${prerelease}${build}`;
}

function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
