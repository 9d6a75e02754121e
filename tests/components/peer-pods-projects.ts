// The projects of the whole peer pods installation: the daemon with an overlay for each provider, its controller and its
// webhook. Made from the shared folder, for the tests that have it.

import { readFileSync } from "node:fs";
import type { Corpus } from "../support/corpus.ts";
import { projectFile } from "./harbour-projects.ts";

/** The files of the projects `peer-pods`, `controller` and `webhook`. */
export function peerPods(corpus: Corpus, version: string): Readonly<Record<string, string>> {
  const source = (name: string) => readFileSync(corpus.path(`corpus/peerpods/${version}/${name}`), "utf8");
  const providers = corpus
    .list(`corpus/peerpods/${version}`)
    .flatMap((name) => /^caa-(.*)\.yaml$/.exec(name)?.[1] ?? []);
  const overlays = providers.map((name) => [`peer-pods/overlays/${name}.yaml`, source(`caa-${name}.yaml`)]);
  return {
    ...Object.fromEntries(overlays),
    "peer-pods/chartwright.yaml": projectFile(
      "peer-pods",
      `chart: { version: ${version.slice(1)} }
providers:
  default: libvirt
  configMap: peer-pods-cm
  variable: CLOUD_PROVIDER
  secret: peer-pods-secret
  overlays:
${providers.map((name) => `    ${name}: { sources: [{ path: overlays/${name}.yaml }] }\n`).join("")}components:
  - { project: ../controller, alias: controller }
  - { project: ../webhook, alias: webhook, enabled: false }
  - chart: kata-deploy
    repository: oci://ghcr.io/kata-containers/kata-deploy-charts
    version: 3.21.0
    enabled: false
`,
    ),
    "controller/chartwright.yaml": projectFile("peerpod-ctrl", "sources:\n  - path: install.yaml\n"),
    "controller/install.yaml": source("peerpod-ctrl.yaml"),
    "webhook/chartwright.yaml": projectFile("peer-pods-webhook", "sources:\n  - path: install.yaml\n"),
    "webhook/install.yaml": source("webhook.yaml"),
  };
}
