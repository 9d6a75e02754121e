// `chartwright images`: charts → the images that a site without a way out has to have.
import { type Command, Option } from "commander";
import type { UsedImage } from "../../images/find-images.ts";
import { addCharts, addRenderOptions, type ChartFlags, chartsOf, releaseOptions } from "../chart-options.ts";
import { type Cli, exitCode } from "../cli.ts";
import { type CommandModule, matching } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { textTable } from "../text-table.ts";

interface Flags extends ChartFlags {
  readonly mirror?: string;
  readonly format?: "list" | "table" | "oc" | "skopeo";
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright images charts/kubevirt-crd charts/kubevirt
  chartwright images --format table                              where each stands
  chartwright images --mirror mirror.example.com/kubevirt > mapping.txt
  chartwright images --mirror mirror.example.com/kubevirt --format skopeo

A mapping is for \`oc image mirror -f mapping.txt\`; the lines of skopeo are for \`xargs -n 2 skopeo copy --all\`. With
\`--set global.imageRegistry=REGISTRY\` compiled charts take their images from there.
`;

export const imagesCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command.description(
    "Lists the images that charts need with the values that are given: of containers and hooks, those that environment,\n" +
      "arguments and custom resources name, and those that the project says the operator pulls itself.",
  );
  addRenderOptions(
    addCharts(command)
      .option(
        "--mirror <registry>",
        "print where each image goes in another registry, which may have a path",
        mirrorPlace,
      )
      .addOption(
        new Option("--format <format>", "how they are printed (default: list, with --mirror oc)").choices([
          "list",
          "table",
          "oc",
          "skopeo",
        ]),
      ),
  )
    .option("--json", "print one JSON document: each image with its parts and uses")
    .addHelpText("after", examples);
}

/** Host, port and path as images have them (https://github.com/distribution/reference). */
const mirrorPlace = matching(
  /^[A-Za-z0-9.-]+(?::\d+)?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/,
  "HOST[:PORT][/PATH], without https:// in front",
);

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { mirror, json = false } = flags;
  const format = flags.format ?? (mirror === undefined ? "list" : "oc");
  const isMirror = format === "oc" || format === "skopeo";
  if (isMirror !== (mirror !== undefined))
    return command.error(
      `error: --format ${format} ${isMirror ? "needs" : "does not go with"} --mirror\n  expected: --mirror REGISTRY with --format oc or skopeo`,
    );
  const charts = chartsOf(command);
  const { chartImages } = await import("../../chart-images.ts");
  const { HelmError } = await import("../../verify/run-helm.ts");
  const nothing = "no image was listed";
  try {
    const options = await releaseOptions(flags, charts, command, cli);
    const { images, diagnostics } = await chartImages(charts, cli.workingFolder, options);
    const code = await reportDiagnostics(diagnostics, cli, nothing);
    if (code !== exitCode.fine) return code;
    const { mirrored, ocLine, skopeoLine } = await import("../../images/mirror.ts");
    const copies = mirror === undefined ? [] : images.map((image) => mirrored(image, mirror));
    const lines = {
      list: () => images.map(({ image }) => image),
      table: () => [textTable(images.flatMap(rowsOf)).trimEnd()],
      oc: () => copies.map(ocLine),
      skopeo: () => copies.map(skopeoLine),
    };
    const described = images.map((image, index) =>
      mirror === undefined ? image : { ...image, mirror: copies[index]?.target },
    );
    const text = json ? JSON.stringify(described, undefined, 2) : [...new Set(lines[format]())].join("\n");
    cli.stdout.write(text === "" ? "" : `${text}\n`);
    return exitCode.fine;
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli, nothing);
  }
}

/** The image in front of its first use. */
function rowsOf({ image, uses }: UsedImage): readonly (readonly [string, string])[] {
  return uses.map(({ chart, kind, object, path, container, hook }, index) => {
    const where = kind === "declared" ? "Chart.yaml" : [object, container ?? path].filter(Boolean).join(" ");
    const words = `${chart}: ${where}${hook ? ` (${hook.join(", ")})` : ""}`;
    return [index === 0 ? image : "", words];
  });
}
