// Chart.lock: the versions that Chart.yaml's dependencies stand for, and a digest by which `helm dependency build` sees
// whether the two belong together. Ours are exact versions, so the lock says the same, and no clock.
import type { Dependency } from "../emit/dependencies.ts";
import { goJsonOfStruct, sha256Sum } from "../yaml/go-json.ts";
import { printYaml } from "../yaml/print.ts";

/** Helm reads when a lock was made and never acts on it. */
const generated = "1970-01-01T00:00:00Z";

/** The text of Chart.lock, as `helm dependency update` would write it but for the time. */
export function chartLock(dependencies: readonly Dependency[]): string {
  const lines = dependencies.flatMap(({ name, repository = "", version }) => [
    `- name: ${printYaml(name)}`,
    `  repository: ${printYaml(repository)}`,
    `  version: ${printYaml(version)}`,
  ]);
  const parts = ["dependencies:", ...lines, `digest: ${digestOf(dependencies)}`, `generated: "${generated}"`];
  return `${parts.join("\n")}\n`;
}

/**
 * HashReq in internal/resolver/resolver.go of Helm 3 and 4: the SHA-256 of both lists as Go's JSON, in the order of the
 * fields of chart.Dependency, without those that are empty but for the repository.
 */
function digestOf(dependencies: readonly Dependency[]): string {
  const required = dependencies.map(({ name, version, repository = "", condition, alias }) => ({
    name,
    version,
    repository,
    condition,
    ...(alias === undefined ? {} : { alias }),
  }));
  const locked = dependencies.map(({ name, version, repository = "" }) => ({ name, version, repository }));
  return `sha256:${sha256Sum(goJsonOfStruct([required, locked]))}`;
}
