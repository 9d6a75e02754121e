// The rights of every subject of a chart set as rows of a matrix: what is alike but for the resource shares one.
import { groupBy } from "../classify/group-by.ts";
import type { ChartSet } from "../emit/chart.ts";
import {
  effectiveRights,
  type RbacSubject,
  type SubjectRights,
  subjectKey,
} from "../upgrade/effective-rights.ts";
import type { ReleasedObject } from "../upgrade/finding.ts";
import { dangerOf } from "../upgrade/rbac-dangers.ts";
import type { Right } from "../upgrade/rights.ts";
import { operatorsOf } from "./operators.ts";

/** One row. In each part `*` is all there is. */
export interface RightsRow {
  /** Undefined: in the whole cluster. */
  readonly namespace: string | undefined;
  /** Undefined for URLs that are no resources. */
  readonly group: string | undefined;
  readonly resources: readonly string[];
  /** The objects that it is limited to. */
  readonly names: readonly string[];
  readonly verbs: readonly string[];
  /** What it gives beyond what its name says. */
  readonly dangers: readonly string[];
}

/** A subject with its rows, and the workloads that run as it. */
export interface SubjectRows {
  readonly subject: RbacSubject;
  readonly rows: readonly RightsRow[];
  readonly outside: SubjectRights["outside"];
  readonly usedBy: readonly string[];
}

/** The subjects of all charts: the operators' accounts, with or without rights, then who else has some. */
export function subjectRows(set: ChartSet): readonly SubjectRows[] {
  const accounts = operatorsOf(set).flatMap((operator) => operator.serviceAccounts);
  return rowsOfSubjects(releasedObjects(set), accounts);
}

/** An account of a release. */
export interface Account {
  readonly name: string;
  readonly namespace: string | undefined;
  /** The workloads that run as it. */
  readonly usedBy: readonly string[];
}

/** The subjects of `objects`: the accounts, then who else has rights. */
export function rowsOfSubjects(
  objects: readonly ReleasedObject[],
  accounts: readonly Account[],
): readonly SubjectRows[] {
  const rights = effectiveRights(objects);
  const known = new Map<string, { readonly subject: RbacSubject; readonly usedBy: readonly string[] }>();
  for (const { name, namespace, usedBy } of accounts) {
    const subject: RbacSubject = {
      kind: "ServiceAccount",
      name,
      ...(namespace === undefined ? {} : { namespace }),
    };
    known.set(subjectKey(subject), { subject, usedBy });
  }
  for (const [key, { subject }] of rights) if (!known.has(key)) known.set(key, { subject, usedBy: [] });
  return Array.from(known, ([key, { subject, usedBy }]) => {
    const found = rights.get(key);
    return { subject, usedBy, rows: rowsOf(found?.rights ?? []), outside: found?.outside ?? [] };
  });
}

function releasedObjects(set: ChartSet): readonly ReleasedObject[] {
  const { sourceNamespace } = set.plan.operator;
  return set.charts.flatMap(({ plan, objects }) =>
    objects.map(({ manifest, component }) => {
      const own = component ? component.plan.operator.sourceNamespace : sourceNamespace;
      return {
        chart: plan.name,
        object: manifest.object,
        namespace: manifest.reference.namespace ?? own,
        placeOf: () => undefined,
      };
    }),
  );
}

function rowsOf(rights: readonly Right[]): readonly RightsRow[] {
  const parts = rights.map(rowOf);
  const alike = groupBy(parts, ({ resources: _, names: __, ...same }) => JSON.stringify(same));
  const rows = Array.from(alike.values(), (members): readonly RightsRow[] => {
    // Objects of one resource share a row, and resources that are not limited to some.
    const byName = groupBy(members, ({ resources, names }) =>
      names.length > 0 ? (resources[0] ?? "") : "\0",
    );
    return Array.from(byName.values(), ([first, ...others]): readonly RightsRow[] => {
      if (!first) return [];
      const all = [first, ...others];
      const unique = (texts: readonly string[]) => [...new Set(texts)].toSorted();
      return [
        {
          ...first,
          resources: unique(all.flatMap(({ resources }) => resources)),
          names: unique(all.flatMap(({ names }) => names)),
        },
      ];
    }).flat();
  }).flat();
  const key = ({ group, resources }: RightsRow) => `${group ?? "\uffff"}\0${resources.join()}`;
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function rowOf({ target, verbs }: Right): RightsRow {
  const allowed = verbs.toSorted();
  if (target.kind === "url")
    return {
      namespace: undefined,
      group: undefined,
      resources: [target.url],
      names: [],
      verbs: allowed,
      dangers: [],
    };
  const { namespace, group, resource, name } = target;
  const isEverything = group === "*" && resource === "*";
  const dangers = isEverything
    ? ["That is every resource of the cluster, and every one that comes."]
    : verbs.flatMap((verb) => dangerOf({ target, verb })?.grants ?? []);
  return {
    namespace,
    group,
    resources: [resource],
    names: name === undefined ? [] : [name],
    verbs: allowed,
    dangers: [...new Set(dangers)],
  };
}
