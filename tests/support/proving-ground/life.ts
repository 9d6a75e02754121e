// Which cell of the table in docs/lifecycle.md a test belongs to: layout × uninstall strategy × Helm. A complete run of
// `npm run e2e` writes that table from what its tests were and how they ended (lifecycle-reporter.ts).
//
//   describeWithEachHelm("lives and ends", (helm) =>
//     describeLife({ layout: "single", strategy: "job", operator: "tidegate" }, helm, () => {
//       test("installs", …);
//     }),
//   );
//
// A cell "works" when every test of it passed. What the compiler refuses needs no entry: refusals.e2e.ts finds it.

import { describe } from "vitest";
import type { LayoutName, UninstallStrategy } from "../../../src/project/project.ts";
import type { Helm } from "../helm.ts";

/** What a suite lets an operator live through. */
export interface Life {
  readonly layout: LayoutName;
  readonly strategy: UninstallStrategy;
  /** As the table names it. */
  readonly operator: string;
  /** What the cell says where it all passed; default: "works". */
  readonly outcome?: string;
}

/** What a test says about its cell. */
export type LifeRecord =
  | (Life & { readonly kind: "lived"; readonly helm: string })
  | {
      readonly kind: "refused";
      readonly layout: LayoutName;
      readonly strategy: UninstallStrategy;
      readonly reason: string;
    };

declare module "vitest" {
  interface TaskMeta {
    life?: LifeRecord;
  }
}

/** A `describe` whose tests count for one cell of the table. */
export function describeLife(life: Life, { version }: Helm, body: () => void): void {
  const record: LifeRecord = { ...life, kind: "lived", helm: version };
  describe(`${life.operator}, ${life.layout}, ${life.strategy}`, { meta: { life: record } }, body);
}
