// `templates/_aliases.tpl`, and the first line of every template of a chart that has it: whichever Helm renders first puts
// what is set under other names to the values themselves.
import type { ChartPlan } from "../plan/chart-plan.ts";
import { aliasesFirst, aliasesPath, movedNotes, printAliases, type ValueAlias } from "../template/aliases.ts";
import type { Template } from "../template/edit.ts";
import type { Value } from "../transform/value.ts";

type File = readonly [path: string, text: string];

/** The file with the aliases, and `files` with its call in each template but those in `objects`, which have it. */
export function withAliases(
  { name }: ChartPlan,
  aliases: readonly ValueAlias[],
  files: readonly File[],
  objects: ReadonlySet<string>,
): readonly File[] {
  if (aliases.length === 0) return files;
  const first = aliasesFirst(name);
  const hasMoved = aliases.some(({ moved }) => moved?.failsFrom);
  const isRendered = (path: string) => /^templates\/(?:.*\/)?[^_/][^/]*$/.test(path) && !objects.has(path);
  return [
    ...files.map(([path, text]): File => {
      const notes = path === "templates/NOTES.txt" && hasMoved ? `${text.trimEnd()}\n${movedNotes}` : text;
      return [path, isRendered(path) ? `${first}${notes}` : notes];
    }),
    [aliasesPath, printAliases(name, aliases)],
  ];
}

/** The template of an object with the call, where `values` of its chart have other names. */
export function templateWithAliases(
  { name }: ChartPlan,
  values: readonly Value[],
  template: Template,
): Template {
  if (!values.some(({ aliasOf }) => aliasOf)) return template;
  return { text: `${aliasesFirst(name)}${template.text}`, origins: [0, ...template.origins] };
}
