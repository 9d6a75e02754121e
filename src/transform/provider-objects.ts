// The objects of a chart for several providers: their ConfigMap and Secrets hold what values say of the provider that is
// chosen, and Pods find the Secret of their release and start again when either changes.
import { field, type Json, objectField } from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import type { Manifest } from "../parse/manifest.ts";
import { workloadBlockOf } from "../plan/lookup.ts";
import { encodeBase64, secretTextsIn } from "../plan/provider-texts.ts";
import type { ProvidersPlan, SecretPlan } from "../plan/providers.ts";
import type { Edit } from "../template/edit.ts";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  include,
  literal,
  output,
  outputBlock,
  quoted,
  text,
  value,
} from "../template/expression.ts";
import { secretDataHelper, secretNameHelper } from "../template/provider-settings.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import {
  appendEntries,
  columnOf,
  dashBefore,
  depthOf,
  endOfLine,
  newLine,
  removeEntry,
  replaceEntry,
  replaceRange,
} from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { providerValues } from "./provider-values.ts";
import type { Transform, TransformContext } from "./transform-context.ts";

const reason = "provider";

/** Fills the ConfigMap and the Secrets of the providers from values. */
export const providerPayloads: Transform = (manifest, { chart, set: { providers } }) => {
  if (!providers) return {};
  const isUsed = (secret: SecretPlan) =>
    secret.files?.mountPath !== undefined ||
    chart.blocks.some(({ workload }) =>
      allReferences(objectField(workload.manifest.object, ...workload.podSpecPath)).some(
        ({ kind, name }) => kind === "Secret" && name === secret.name,
      ),
    );
  if (manifest === providers.configMap) {
    const settings = include(`${chart.name}.settings`, dot);
    const differences = nullDifference(manifest);
    return { edits: dataEdits(manifest, settings), differences, values: providerValues(providers, isUsed) };
  }
  const secret = providerSecret(providers, manifest);
  if (!secret) return {};
  return {
    edits: dataEdits(manifest, include(secretDataHelper(chart.name, secret.name), dot)),
    differences: [...nullDifference(manifest), ...encodingDifferences(manifest)],
  };
};

/** The Secret of the providers that `manifest` is. */
export function providerSecret(
  providers: ProvidersPlan | undefined,
  manifest: Manifest,
): SecretPlan | undefined {
  return providers?.secrets.find((secret) => secret.manifest === manifest);
}

/** When the chart holds a Secret of the providers. */
export function holdsSecret({ files }: SecretPlan): Expression {
  const isCreated = call("eq", value("secrets", "mode"), literal("create"));
  const ofProvider = files?.providers && ofProviders(files.providers);
  return ofProvider ? call("and", isCreated, ofProvider) : isCreated;
}

/** Whether the provider is one of `names`. */
function ofProviders(names: readonly string[]): Expression {
  return call("has", value("provider"), call("list", ...names.map((name) => literal(name))));
}

/** The whole of `data` from values, where there is anything in it. */
function dataEdits({ document: { root, text: source } }: Manifest, given: Expression): readonly Edit[] {
  const data = entryOf(root, "data");
  // A map that the source has is there when it is empty, too.
  const empty: readonly Fragment[] = data ? [{ kind: "else" }, newLine(0), text("data: {}"), newLine(0)] : [];
  const lines: readonly Fragment[] = [
    { kind: "with", expression: given },
    newLine(0),
    text("data:"),
    newLine(2),
    outputBlock(dot, 2),
    newLine(0),
    ...empty,
    { kind: "end" },
  ];
  const plain = entryOf(root, "stringData");
  if (root?.kind !== "mapping") return [];
  return [
    ...(data ? replaceEntry(source, data, lines, reason) : []),
    ...(plain && data ? [removeEntry(source, plain, reason)] : []),
    ...(plain && !data ? replaceEntry(source, plain, lines, reason) : []),
    ...(plain || data ? [] : [appendEntries(source, root, [newLine(0), ...lines], reason)]),
  ];
}

/** A null says what an empty map says. */
function nullDifference({ object }: Manifest): readonly Difference[] {
  return field(object, "data") === null
    ? [{ path: ["data"], source: null, rendered: {}, reason: "an empty map says what a null says" }]
    : [];
}

/** What a Secret of the sources holds is written in the one canonical form of base64, whatever it was written in. */
function encodingDifferences(manifest: Manifest): readonly Difference[] {
  const { object } = manifest;
  const texts = secretTextsIn(manifest);
  const plain = field(object, "stringData");
  const given = objectField(object, "data");
  return [
    ...(plain === undefined
      ? []
      : [{ path: ["stringData"], source: plain, reason: "data carries every text byte for byte" }]),
    ...Object.entries(texts).flatMap(([key, held]): readonly Difference[] => {
      const encoded = encodeBase64(held);
      const source = given[key];
      if (source === encoded) return [];
      return [
        {
          path: ["data", key],
          ...(source === undefined ? {} : { source }),
          rendered: encoded,
          reason: "the canonical form of base64",
        },
      ];
    }),
  ];
}

/** Names the Secret of the release where a Pod uses one of the providers. */
export const providerReferences: Transform = (manifest, context) => {
  const { chart, set } = context;
  const workload = workloadBlockOf(chart, manifest)?.workload;
  if (!set.providers || !workload) return {};
  const { podSpecPath } = workload;
  const edits = allReferences(objectField(manifest.object, ...podSpecPath)).flatMap(
    ({ kind, name, path }): readonly Edit[] => {
      const secret = kind === "Secret" && set.providers?.secrets.find((one) => one.name === name);
      return secret ? referenceEdits(manifest, secret, [...podSpecPath, ...path], context) : [];
    },
  );
  return { edits };
};

/** An existing Secret that is not named is left out of the environment; elsewhere its own name stays. */
function referenceEdits(
  { document: { root, text: source } }: Manifest,
  secret: SecretPlan,
  path: readonly PathStep[],
  { chart }: TransformContext,
): readonly Edit[] {
  const node = nodeAt(root, path);
  if (!node) return [];
  const name = include(secretNameHelper(chart.name, secret.name), dot);
  const at = path.lastIndexOf("envFrom");
  const list = nodeAt(root, path.slice(0, at + 1));
  const item = nodeAt(root, path.slice(0, at + 2));
  const isSource = at !== -1 && !secret.files && list?.kind === "sequence" && !list.flow && item;
  if (!isSource) {
    const always = secret.files ? name : call("default", literal(secret.name), name);
    return [replaceRange(node, [output(quoted(always))], reason)];
  }
  const column = columnOf(source, list.start);
  const dash = dashBefore(source, item.start, column);
  const end = endOfLine(source, item.end);
  return [
    {
      start: dash,
      end: dash,
      replacement: [{ kind: "with", expression: name }, newLine(column)],
      reason,
    },
    replaceRange(node, [output(quoted(dot))], reason),
    {
      start: end,
      end,
      replacement: [newLine(column), { kind: "end" }],
      reason,
      depth: depthOf(column, "item"),
    },
  ];
}

/** What the chart's own defaults give of the checksum: see `settingsChecksum` of the template helpers. */
export function checkedData(providers: ProvidersPlan): readonly Json[] {
  const encoded = (texts: Readonly<Record<string, string>>): Json =>
    Object.fromEntries(Object.entries(texts).map(([key, held]) => [key, encodeBase64(held)]));
  return [
    objectField(providers.configMap.object, "data"),
    ...providers.secrets.map(({ manifest }) => encoded(manifest ? secretTextsIn(manifest) : {})),
  ];
}
