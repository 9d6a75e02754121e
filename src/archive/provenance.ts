// The provenance file of an archive: Chart.yaml and the archive's checksum, clear-signed with OpenPGP, which is what
// `helm verify` reads (https://helm.sh/docs/topics/provenance/).
import { printYaml } from "../yaml/print.ts";
import { archiveName, type ChartArchive } from "./archive.ts";

/** The text that is signed: two YAML documents with `...` between them. */
export function provenanceText(archive: ChartArchive): string {
  const files = { [archiveName(archive)]: `sha256:${archive.digest}` };
  return `${printYaml(archive.metadata)}\n\n...\n${printYaml({ files })}\n`;
}
