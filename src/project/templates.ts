// The operators that chartwright has project files for, as `init repository` offers them.

/** A template: its files are below templates/projects. */
interface ProjectTemplate {
  /** The folders of its projects: one for most. */
  readonly folders: readonly string[];
  readonly about: string;
  /** Templates of the projects that these have as components: they come along. */
  readonly needs?: readonly string[];
  /** A script that makes sources which nobody publishes: its folder below the repository, and its name. */
  readonly script?: { readonly folder: string; readonly name: string };
}

/** The operators that chartwright has project files for. */
export const projectTemplates: Readonly<Record<string, ProjectTemplate>> = {
  kubevirt: { folders: ["kubevirt"], about: "KubeVirt: virtual machines on Kubernetes" },
  cdi: { folders: ["cdi"], about: "the Containerized Data Importer: disks for virtual machines" },
  "peer-pods": {
    folders: ["peer-pods", "peerpod-ctrl", "peer-pods-webhook"],
    about: "peer pods: pods in virtual machines of a cloud, with their controller and webhook",
    script: { folder: "peer-pods", name: "sources.sh" },
  },
  virtualization: {
    folders: ["virtualization-crd", "virtualization"],
    about: "KubeVirt and CDI as one release: an umbrella over their charts, after one over their CRDs",
    needs: ["kubevirt", "cdi"],
  },
};

export const projectTemplateNames: readonly string[] = Object.keys(projectTemplates);
