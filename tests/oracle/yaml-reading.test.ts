// The rows of tests/yaml/readings.ts, held against real Helm, which reads manifests with the library of kubectl and the
// API server.

import { beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { documents, lenient, plainScalars } from "../yaml/readings.ts";
import { type Reading, readByHelm } from "./read-by-helm.ts";

describeWithEachHelm("what Kubernetes reads", (helm) => {
  const scalars = Object.entries(plainScalars).map(([kind, rows]) => ({
    name: `plain scalars that are ${kind}`,
    rows: rows.map(([written, value]) => ({ text: `key: ${written}\n`, data: { key: value } })),
  }));
  const single = [...documents, ...lenient].map((row) => ({ name: row.name, rows: [row] }));
  const groups = [...scalars, ...single];
  const readings = new Map<string, Reading>();
  beforeAll(async () => {
    const texts = groups.flatMap(({ rows }) => rows.map(({ text }) => text));
    const read = await readByHelm(helm, texts);
    read.forEach((reading, index) => {
      readings.set(texts[index] ?? "", reading);
    });
  });

  test.each(groups)("$name", ({ rows }) => {
    const read = rows.map(({ text }) => {
      const reading = readings.get(text);
      return { text, data: reading && "data" in reading ? reading.data : undefined };
    });
    expect(read).toEqual(rows.map(({ text, data }) => ({ text, data })));
  });
});
