// The steps of a release, for people and as data.
import { archiveName } from "../archive/archive.ts";
import { counted } from "../diagnostics/counted.ts";
import type { ReleaseStep } from "../release.ts";

/** One step as text. A step that ends the release is told in full. */
export async function stepText(step: ReleaseStep): Promise<string> {
  switch (step.step) {
    case "build":
      return `Built ${step.project}: ${step.charts.join(", ")}\n`;
    case "verify": {
      const { renderReport } = await import("../verify/report-text.ts");
      return step.isLast
        ? renderReport(step.report)
        : `Verified ${step.project}: the charts equal their source\n`;
    }
    case "upgrade-check": {
      if (!step.report) return `Compared ${step.project}: nothing was published before\n`;
      const { renderUpgradeText } = await import("../upgrade/report-text.ts");
      if (step.isLast) return renderUpgradeText(step.report);
      const { errors, warnings, infos } = step.report.summary;
      const before = step.report.older.map(({ name, version }) => `${name} ${version}`).join(", ");
      const found = `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(infos, "note")}`;
      return `Compared ${step.project} with ${before}: ${found}\n`;
    }
    case "package":
      return step.charts
        .map(
          ({ archive, provenance }) =>
            `Packaged ${archiveName(archive)}${provenance === undefined ? "" : ", signed"}\n`,
        )
        .join("");
    case "push":
      return step.pushed
        .map(
          (one) => `${one.wasThere ? "Already there" : "Pushed"}: ${one.reference}\nDigest: ${one.digest}\n`,
        )
        .join("");
    case "index":
      return step.added.length === 0
        ? "The index has them already\n"
        : `Added to the index: ${step.added.join(", ")}\n`;
  }
}

/** One step as data: reports whole, archives by their names and digests. */
export function describeStep(step: ReleaseStep): object {
  if (step.step !== "package") return step;
  return {
    ...step,
    charts: step.charts.map(({ archive: { name, version, digest }, provenance }) => ({
      name,
      version,
      digest,
      signed: provenance !== undefined,
    })),
  };
}
