// Which CEL rules hold of every object without the field "b".
import { expect, test } from "vitest";
import { tokensOf } from "../../src/upgrade/rule-tokens.ts";
import { holdsWithout } from "../../src/upgrade/rule-without-fields.ts";

test.each<readonly [string, boolean]>([
  ["!has(self.b)", true],
  ["has(self.b)", false],
  ["!(has(self.a) && has(self.b))", true],
  ["!has(self.a) || !has(self.b)", true],
  ["!has(self.a) && !has(self.b)", false],
  ["!has(self.b) || self.b.size() > self.a[0]", true],
  ["self.a > 1 || !has(self.b) // as it was", true],
  ["!(has(self.b) || has(self.a))", false],
  ["!has(self.b) == has(self.a)", false],
  ["(!has(self.b)) != true", false],
  ["self.a.all(x, !has(self.b) || x)", false],
  ["has(self.a) ? !has(self.b) : true || !has(self.b)", false],
  ["!has(self.b.c)", false],
  ["!has(oldSelf.b)", false],
  ["'!has(self.b)' == ''", false],
  ["!!has(self.b) || !!(!has(self.b))", true],
  ["!has(self.b) && (self.a in ['&&', ')'] || true == !has(self.b))", false],
  ["!has(self.b))", false],
  ["", false],
])("%s: %j", (rule, holds) => {
  expect(holdsWithout(tokensOf(rule), (name) => name === "b")).toBe(holds);
});
