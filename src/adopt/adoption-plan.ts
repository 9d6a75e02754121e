// The outcome of `adopt` as data: the document of `adopt --json`.
import type { Json, JsonObject, ObjectReference } from "../kubernetes/object.ts";
import type { Refusal } from "./immutable-fields.ts";
import type { Claim, ReleaseName } from "./ownership.ts";

/** What it takes to have live objects in releases of a chart set. */
export interface AdoptionPlan {
  readonly namespace: string;
  /** `cluster`: an API server was asked. `dump`: a file was read, and rules decided instead. */
  readonly live: "cluster" | "dump";
  /** Whether the live objects say who wrote their fields; where not, all that differs may be somebody's. */
  readonly tellsWriters: boolean;
  /** In the order in which they are installed. */
  readonly charts: readonly ChartAdoption[];
  /** Releases whose records are deleted, so that the objects can go to the releases of this set. */
  readonly forget: readonly ForgottenRelease[];
  /** Objects that nothing manages after the adoption. */
  readonly leftBehind: readonly LeftBehind[];
  /** What a person has to decide. None: nothing is in the way. */
  readonly findings: readonly AdoptionFinding[];
  readonly commands: { readonly helm3: readonly CommandStep[]; readonly helm4: readonly CommandStep[] };
  /** What each Helm says with `--dry-run=server`, before anything is done. */
  readonly dryRuns: readonly DryRun[];
}

/** One chart and what its release would find. */
export interface ChartAdoption {
  readonly chart: string;
  readonly version: string;
  readonly path: string;
  readonly release: string;
  /** `adopted`: the release has these objects already, and no others. */
  readonly state: "install" | "adopted";
  readonly objects: readonly ObjectAdoption[];
  /** The values that keep what is live, beside the user's own; empty where nothing has to be kept. */
  readonly values: JsonObject;
  /** Whether the API server, or the rules, see fields that Helm 4 takes only by `--force-conflicts`. */
  readonly forceConflicts: boolean;
}

/** One object of a chart beside the live one. */
export interface ObjectAdoption {
  readonly object: ObjectReference;
  readonly status: "missing" | "equal" | "differs";
  /** What the adoption changes. */
  readonly changes: readonly FieldReport[];
  /** What would change, were it not for the values. */
  readonly kept: readonly FieldReport[];
  /** What people wrote, the chart does not set and no value holds: it stays, and the release does not know it. */
  readonly stays: readonly FieldReport[];
  /** Fields that another writer manages, in the API server's words or by their paths. */
  readonly conflicts: readonly string[];
  readonly refusals: readonly Refusal[];
  readonly claims: readonly Claim[];
}

/** A field and who wrote it. */
export interface FieldReport {
  readonly path: string;
  /** Absent where the cluster has no such field. */
  readonly live?: Json;
  /** Absent where the chart sets no such field. */
  readonly chart?: Json;
  readonly writers: readonly string[];
}

export interface ForgottenRelease extends ReleaseName {
  /** What of it is in the charts. */
  readonly objects: number;
}

export interface LeftBehind {
  readonly object: ObjectReference;
  readonly reason: string;
  /** How to get rid of it; absent for what should stay. */
  readonly command?: string;
}

/** `blocks`: the adoption fails or breaks something before this is settled. `decide`: it works, and somebody should want it. */
export interface AdoptionFinding {
  readonly severity: "blocks" | "decide";
  readonly object?: ObjectReference;
  readonly chart?: string;
  readonly message: string;
  readonly hint?: string;
}

/** A command, and what it is for. */
export interface CommandStep {
  readonly why: string;
  readonly command: string;
}

export interface DryRun {
  readonly helm: string;
  readonly chart: string;
  readonly passed: boolean;
  /** Helm's own words, when it refused. */
  readonly words?: string;
}
