// .helmignore: what `helm package` leaves out. Helm knows neither `**` nor a useful `!`: a line with the latter
// ignores everything else (https://helm.sh/docs/chart_template_guide/helm_ignore_file/).

/** The text of .helmignore; the same for every chart. */
export function helmignore(): string {
  return `# What is not part of the packaged chart.

# The full reference of the values, examples for Argo CD and Flux, and what to do when something goes wrong: for people
# who read the repository. In the package they would count towards the 1 MiB that Kubernetes allows for a release's Secret.
docs/

# Version control
.git/
.gitignore
.gitattributes
.bzr/
.bzrignore
.hg/
.hgignore
.svn/

# Editors and operating systems
.DS_Store
.idea/
*.iml
*.tmproj
.vscode/
.project
*.swp
*.bak
*.tmp
*.orig
*~

# Packages made in this folder; those in charts/ are what the chart depends on
/*.tgz
/*.tgz.prov
`;
}
