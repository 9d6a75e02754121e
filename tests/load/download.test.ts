// Downloads from a real web server, with all that can go wrong on the way.
import { expect, test } from "vitest";
import { type DownloadOptions, download, type Progress } from "../../src/load/download.ts";
import { webServer } from "../support/web-server.ts";

/** Pauses are told, not waited. */
function options(more: Partial<DownloadOptions> = {}): DownloadOptions & { readonly pauses: number[] } {
  const pauses: number[] = [];
  return { environment: {}, pause: async (milliseconds) => pauses.push(milliseconds), pauses, ...more };
}

function textOf(result: Awaited<ReturnType<typeof download>>): string {
  return result.ok ? new TextDecoder().decode(result.bytes) : `failed: ${result.found}`;
}

test("a file is there byte for byte, and its progress is told", async () => {
  const body = "kind: Tide\n".repeat(20_000);
  const { origin } = await webServer({
    "/v1/tide.yaml": (_, response) => response.setHeader("content-length", body.length).end(body),
  });
  const told: Progress[] = [];
  const url = `${origin}/v1/tide.yaml`;
  const result = await download(url, options({ onProgress: (progress) => told.push(progress) }));
  expect(textOf(result)).toBe(body);
  expect(told.at(-1)).toEqual({ url, received: body.length, total: body.length });
});

test("redirects are followed, relative ones too", async () => {
  const { origin, asked } = await webServer({
    "/old": (_, response) => response.writeHead(302, { location: "/moved" }).end(),
    "/moved": (_, response) => response.writeHead(307, { location: `${origin}/new` }).end("elsewhere"),
    "/new": "here\n",
  });
  expect(textOf(await download(`${origin}/old`, options()))).toBe("here\n");
  expect(asked).toEqual(["/old", "/moved", "/new"]);
});

test.each([
  { name: "an address without TLS", location: "http://example.com/tide.yaml" },
  { name: "an address with a password", location: "https://somebody:secret@example.com/tide.yaml" },
  { name: "a file", location: "file:///etc/passwd" },
])("a redirect to $name is not followed", async ({ location }) => {
  const { origin } = await webServer({
    "/tide.yaml": (_, response) => response.writeHead(301, { location }).end(),
  });
  const result = await download(`${origin}/tide.yaml`, options());
  expect(result).toEqual({
    ok: false,
    isPassing: false,
    found: `a redirect to ${location}`,
    hint: "Give the https address at which the file itself is.",
  });
});

test("redirects in a circle end", async () => {
  const { origin, asked } = await webServer({
    "/round": (_, response) => response.writeHead(302, { location: "/round" }).end(),
  });
  expect(textOf(await download(`${origin}/round`, options()))).toBe("failed: more than 10 redirects");
  expect(asked.length).toBe(11);
});

test("what is not there is asked for once", async () => {
  const { origin, asked } = await webServer();
  const result = await download(`${origin}/v9/tide.yaml`, options());
  expect(result).toMatchObject({ ok: false, found: "status 404", hint: expect.stringContaining("version") });
  expect(asked).toEqual(["/v9/tide.yaml"]);
});

test.each([429, 500, 503])("after status %d it is asked again, later each time", async (status) => {
  const { origin } = await webServer({
    "/tide.yaml": (_, response, count) =>
      count < 3 ? response.writeHead(status).end() : response.end("high\n"),
  });
  const given = options();
  expect(textOf(await download(`${origin}/tide.yaml`, given))).toBe("high\n");
  expect(given.pauses).toEqual([500, 1000]);
});

test("a server that says how long to wait is obeyed, and five tries are enough", async () => {
  const { origin } = await webServer({
    "/tide.yaml": (_, response) => response.writeHead(503, { "retry-after": "3" }).end(),
  });
  const given = options();
  expect(textOf(await download(`${origin}/tide.yaml`, given))).toBe("failed: status 503, 5 times");
  expect(given.pauses).toEqual([3000, 3000, 3000, 4000]);
});

test("a body that is cut is no file: it is asked for again, and then refused", async () => {
  const { origin } = await webServer({
    "/cut-once.yaml": (_, response, count) => {
      response.writeHead(200, { "content-length": "10" });
      if (count === 1) response.write("half\n", () => response.destroy());
      else response.end("half\nhalf\n");
    },
    "/cut.yaml": (_, response) => {
      response.writeHead(200, { "transfer-encoding": "chunked" });
      response.write("half\n", () => response.destroy());
    },
  });
  expect(textOf(await download(`${origin}/cut-once.yaml`, options()))).toBe("half\nhalf\n");
  expect(textOf(await download(`${origin}/cut.yaml`, options()))).toMatch(/^failed: .*, 5 times$/);
});

test.each([
  { name: "by what it says", header: true, found: "3000 bytes" },
  { name: "by what comes", header: false, found: "more than 1000 bytes" },
])("a body that is too large is refused $name", async ({ header, found }) => {
  const { origin } = await webServer({
    "/large.yaml": (_, response) => {
      if (header) response.setHeader("content-length", 3000);
      response.write("x".repeat(1500));
      response.end("x".repeat(1500));
    },
  });
  const result = await download(`${origin}/large.yaml`, options({ limits: { bytes: 1000 } }));
  expect(textOf(result)).toBe(`failed: ${found}`);
});

test("a server that falls silent, or takes for ever, is given up", async () => {
  const { origin } = await webServer({
    "/silent.yaml": (_, response) => void response.write("kind: "),
    "/slow.yaml": (_, response) => {
      const timer = setInterval(() => response.write("#"), 20);
      response.on("close", () => clearInterval(timer));
    },
  });
  const limits = { silentMilliseconds: 150, wholeMilliseconds: 1500 };
  const results = await Promise.all(
    ["silent", "slow"].map((name) => download(`${origin}/${name}.yaml`, options({ limits }))),
  );
  expect(results.map(textOf)).toEqual([
    "failed: Body Timeout Error, 5 times",
    "failed: no end within 1.5 seconds",
  ]);
});

test("where nobody answers there is no file", async () => {
  const result = await download("http://127.0.0.1:1/tide.yaml", options());
  expect(result).toMatchObject({ ok: false, found: expect.stringContaining("ECONNREFUSED") });
});
