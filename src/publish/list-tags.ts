// The tags of a repository in a registry: of a chart, its versions.
import { listField } from "../kubernetes/object.ts";
import type { RegistryClient } from "./registry-client.ts";
import { expectStatus } from "./registry-faults.ts";

/** The tags of `repository`; undefined where there is no such repository. */
export async function listTags(
  client: RegistryClient,
  repository: string,
): Promise<readonly string[] | undefined> {
  const tags: string[] = [];
  for (let address: string | undefined = `/v2/${repository}/tags/list`; address !== undefined; ) {
    const answer = await client.ask({ method: "GET", address });
    if (answer.status === 404) return undefined;
    expectStatus(answer, [200], `list the versions of ${repository}`, "pull");
    tags.push(...listField(parseJson(answer.body), "tags").filter((tag) => typeof tag === "string"));
    // Distribution specification, "Listing tags": the rest is where the header Link says.
    const next: string | undefined = /<([^>]+)>\s*;\s*rel="?next"?/.exec(answer.headers["link"] ?? "")?.[1];
    address = next === address ? undefined : next;
  }
  return tags;
}

/** What `bytes` say, or undefined where they are no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
