// What the parts of a chart in a registry are called: https://helm.sh/docs/topics/registries/#oci-artifact-layout

export const mediaTypes = {
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.cncf.helm.config.v1+json",
  chart: "application/vnd.cncf.helm.chart.content.v1.tar+gzip",
  provenance: "application/vnd.cncf.helm.chart.provenance.v1.prov",
  // Those of a repository: https://artifacthub.io/docs/topics/repositories/helm-charts/#oci-support
  repositoryConfig: "application/vnd.cncf.artifacthub.config.v1+yaml",
  repositoryMetadata: "application/vnd.cncf.artifacthub.repository-metadata.layer.v1.yaml",
} as const;

/** What a tag may stand for, as `Accept` says it; a list of images is among them, so that it can be told apart. */
export const manifestTypes: string = [
  mediaTypes.manifest,
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");
