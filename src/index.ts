// The public API: everything that the command line does, as typed functions.

export { type AdoptOptions, adopt } from "./adopt/adopt.ts";
export type {
  AdoptionFinding,
  AdoptionPlan,
  ChartAdoption,
  CommandStep,
  DryRun,
  FieldReport,
  ForgottenRelease,
  LeftBehind,
  ObjectAdoption,
} from "./adopt/adoption-plan.ts";
export type { ChartInput } from "./adopt/chart-at-hand.ts";
export { type LiveDump, readDump } from "./adopt/dump.ts";
export type { Refusal } from "./adopt/immutable-fields.ts";
export type { Claim, ReleaseName } from "./adopt/ownership.ts";
export { renderPlan } from "./adopt/plan-text.ts";
export {
  type ArchiveFault,
  archiveName,
  type ChartArchive,
  type ChartFiles,
  type Outcome,
  openArchive,
  packChart,
} from "./archive/archive.ts";
export { chartText, type FoundChart, type RenderedChart } from "./archive/found-chart.ts";
export { provenanceText } from "./archive/provenance.ts";
export { clearSign, type SigningKey } from "./archive/sign.ts";
export { type BuildOptions, build } from "./build.ts";
export { type ChartImagesResult, chartImages } from "./chart-images.ts";
export type { Operator } from "./classify/operator.ts";
export { type BuildDescription, describeBuild } from "./cli/build-description.ts";
export type { HandEditDescription } from "./cli/hand-edit-descriptions.ts";
export { describeManifests, type ManifestsDescription } from "./cli/manifests-description.ts";
export {
  type CrdDescription,
  describeOperator,
  type ObjectDescription,
  type OperatorDescription,
  type ServiceAccountDescription,
  type WebhookConfigurationDescription,
  type WorkloadDescription,
} from "./cli/operator-description.ts";
export { operatorTable } from "./cli/operator-table.ts";
export {
  describeSettings,
  describeSettingsCheck,
  type SettingDescription,
  type SettingGroupDescription,
  type SettingsCheckDescription,
} from "./cli/settings-description.ts";
export { settingsTable } from "./cli/settings-table.ts";
export { describeUpdate, type UpdateDescription } from "./cli/update-description.ts";
export { compareLayouts, type LayoutComparison } from "./compare-layouts.ts";
export { type CompileOptions, type CompileResult, compile, understand } from "./compile.ts";
export {
  type BuildResult,
  type ConvertOptions,
  convert,
  fileTree,
  type InspectResult,
  inspect,
} from "./convert.ts";
export type { DiagnosticCode } from "./diagnostics/codes.ts";
export {
  type Diagnostic,
  hasErrors,
  type Note,
  type Severity,
  sortDiagnostics,
} from "./diagnostics/diagnostic.ts";
export { InternalError } from "./diagnostics/internal-error.ts";
export { formatPosition, type Position } from "./diagnostics/position.ts";
export { renderDiagnostic } from "./diagnostics/render.ts";
export type { Chart, ChartObject, ChartSet } from "./emit/chart.ts";
export { type SettingChange, type SettingsFile, settingsFile } from "./emit/settings-files.ts";
export { settingsReference } from "./emit/settings-reference.ts";
export type { FlagsResult } from "./flags/flags.ts";
export type { Setting, SettingGroup, UnresolvedDefault } from "./flags/setting.ts";
export type { ImageUse, UsedImage } from "./images/find-images.ts";
export { type MirroredImage, mirrored, ocLine, skopeoLine } from "./images/mirror.ts";
export { type InitOptions, type InitResult, init } from "./init.ts";
export { type InitRepositoryResult, initRepository } from "./init-repository.ts";
export { inspectProject } from "./inspect-project.ts";
export { type Loaded, type LoadInput, type LoadOptions, load } from "./load/load.ts";
export { type LoadedProject, loadProject } from "./load/load-project.ts";
export { readPageAssets } from "./load/page-assets.ts";
export { type LoadedPatch, type LoadedPatches, loadPatches } from "./load/patch-files.ts";
export type { SourceOptions } from "./load/pinned-sources.ts";
export type { Source } from "./load/source.ts";
export { compareManifests } from "./manifests/compare-manifests.ts";
export type { ManifestPart, ReleaseManifest } from "./manifests/manifests.ts";
export { type ManifestSet, printFiles, printStream } from "./manifests/print-files.ts";
export type { LeftOutObject } from "./manifests/release-objects.ts";
export { type PackagedChart, type PackageOptions, type PackageResult, packageCharts } from "./package.ts";
export { buildPage } from "./page/build-page.ts";
export type { BuildFacts } from "./page/glance.ts";
export type { PageAssets } from "./page/page.ts";
export { type UpgradeFacts, upgradePage } from "./page/upgrade-page.ts";
export type { ChartMetadata, ChartPlan, ChartSetPlan } from "./plan/chart-plan.ts";
export type {
  ProjectFlagGroup,
  ProjectFlags,
  ProjectMethodShape,
  ProjectRegistrar,
  ProjectSetting,
} from "./project/flags.ts";
export { type Lock, type Pin, parseLock, printLock } from "./project/lock.ts";
export { type ParsedProject, parseProject } from "./project/parse-project.ts";
export type { ProjectPatch, ProjectPatchTarget } from "./project/patches.ts";
export { printProject } from "./project/print-project.ts";
export type {
  LayoutName,
  Project,
  ProjectChart,
  ProjectMaintainer,
  ProjectSource,
} from "./project/project.ts";
export type { ProjectOverlay, ProjectProviders, ProjectSecretFiles } from "./project/providers.ts";
export { projectsInOrder, projectsOf } from "./project-order.ts";
export { type Credentials, configFiles, findCredentials } from "./publish/credentials.ts";
export { type PulledChart, pullChart } from "./publish/pull-chart.ts";
export { type ChartToPush, type PushedChart, type PushOptions, pushCharts } from "./publish/push-charts.ts";
export type { Connection, RegistryAccess } from "./publish/registry-client.ts";
export { type IndexOptions, type IndexUpdate, updateIndex } from "./publish/repository-index.ts";
export {
  type ReadChartsOptions,
  type ReadChartsResult,
  type RenderChartsOptions,
  readCharts,
  renderCharts,
} from "./read-charts.ts";
export { readSettings, readSettingsOfFiles, type SettingsResult } from "./read-settings.ts";
export {
  type RenderedManifestSet,
  type RenderManifestsResult,
  renderManifests,
} from "./render-manifests.ts";
export type { ReleaseOptions } from "./render-sets.ts";
export { compareSettingsFiles, type FileChanges, type SettingsFiles } from "./settings-files.ts";
export type { Difference } from "./transform/chart-template.ts";
export type { Value } from "./transform/value.ts";
export { type PlannedPin, planPin } from "./update/plan-pin.ts";
export { type PlannedUpdate, planUpdate, type UpdateOptions } from "./update/plan-update.ts";
export {
  type ChartsStatus,
  type ProjectStatus,
  type ProjectStatusResult,
  projectStatus,
} from "./update/project-status.ts";
export type { UpdatePlan } from "./update/update-plan.ts";
export { type Helm, type TemplateOptions, Workbench } from "./verify/helm.ts";
export type { RenderedDocument } from "./verify/rendered.ts";
export type {
  ChartReport,
  CheckReport,
  Finding,
  HelmReport,
  ObjectReport,
  Report,
  Summary,
} from "./verify/report.ts";
export { type ReportTextOptions, renderReport } from "./verify/report-text.ts";
export { HelmError } from "./verify/run-helm.ts";
export { type VerifyOptions, verify } from "./verify/verify.ts";
export { type CompareOptions, type Comparison, compareTree, type FileTree } from "./write/compare-tree.ts";
export type { Change, HandEdit } from "./write/file-outcome.ts";
export { asksForDecision, toldEdits } from "./write/hand-edits.ts";
export { type Conflict, type MergedText, mergeTexts } from "./write/merge-texts.ts";
export { printDiff } from "./write/print-diff.ts";
export { type WriteOptions, type WriteResult, write } from "./write/write.ts";
export { writeNewFile } from "./write/write-new-file.ts";
export { type WrittenTogether, writeTogether } from "./write/write-together.ts";
