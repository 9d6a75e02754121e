// The comment on the pull request: one, which each run writes anew (https://docs.github.com/rest/issues/comments).

/** Tells our comment from those of others. */
const mark = "<!-- chartwright -->";

/** What GitHub takes at most, in characters. */
const longest = 65_536;

/**
 * Writes `markdown` as the comment of chartwright, in place of the one that is there.
 * @param {string} markdown
 * @param {{ api: string, repository: string, pullRequest: string, token: string }} place
 * @returns {Promise<string | undefined>} why it was not written
 */
export async function comment(markdown, { api, repository, pullRequest, token }) {
  const comments = `${api}/repos/${repository}/issues/${pullRequest}/comments`;
  const ask = async (method, address, content) => {
    const answer = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    });
    if (answer.ok) return await answer.json();
    throw new Refusal(
      `The comment was not written: ${method} ${address} says ${answer.status}. The summary of the run has the text.`,
    );
  };
  try {
    const body = shortened(`${mark}\n${markdown}`);
    const own = await findOwn(comments, ask);
    await (own ? ask("PATCH", own.url, { body }) : ask("POST", comments, { body }));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

class Refusal extends Error {}

async function findOwn(comments, ask) {
  for (let page = 1; ; page += 1) {
    const found = await ask("GET", `${comments}?per_page=100&page=${page}`);
    const own = found.find(({ body }) => body?.startsWith(mark));
    if (own || found.length < 100) return own;
  }
}

function shortened(text) {
  const note = "\n\nThe rest is in the summary of the run.\n";
  return text.length <= longest ? text : `${text.slice(0, longest - note.length)}${note}`;
}
