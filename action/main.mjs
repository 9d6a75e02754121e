// What action.yml runs: reviews the projects of the checkout against the base, and tells it in the run's summary and in one
// comment on the pull request. Ends with 1 where the charts do not equal their sources or the upgrade has findings that the
// project does not want, with 2 where something cannot be read.

import { appendFileSync } from "node:fs";
import { comment } from "./comment.mjs";
import { review } from "./review.mjs";

const { PROJECTS, BASE, FAIL_ON, HELMS, COMMENT, TOKEN, PULL_REQUEST } = process.env;
const { GITHUB_STEP_SUMMARY, GITHUB_API_URL, GITHUB_REPOSITORY } = process.env;

const { markdown, exitCode } = await review({
  projects: lines(PROJECTS),
  base: BASE ?? "",
  failOn: FAIL_ON || "none",
  helms: lines(HELMS),
});
if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${markdown}\n`);
else process.stdout.write(`${markdown}\n`);
process.exitCode = exitCode;

if (COMMENT === "true" && PULL_REQUEST) {
  const refused = await comment(markdown, {
    api: GITHUB_API_URL ?? "",
    repository: GITHUB_REPOSITORY ?? "",
    pullRequest: PULL_REQUEST,
    token: TOKEN ?? "",
  });
  // A pull request of a fork may not write: the summary has the text, and the check is about the charts.
  if (refused) process.stdout.write(`::warning title=chartwright::${refused}\n`);
}

/** The lines of an input that say something. */
function lines(text = "") {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
