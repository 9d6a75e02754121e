import { expect, test } from "vitest";
import { goJson, goJsonOfStruct, sha256Sum } from "../../src/yaml/go-json.ts";

// As `helm template` prints them with toJson; JavaScript itself would move keys that are numbers to the front.
test.each([
  [{ b: 1, a: [true, null], 10: "x", 9: "y" }, '{"10":"x","9":"y","a":[true,null],"b":1}'],
  [{ a: '<b>&"\u2028' }, String.raw`{"a":"\u003cb\u003e\u0026\"\u2028"}`],
])("toJson of %j", (data, expected) => {
  expect(goJson(data)).toBe(expected);
});

test("fields of a struct keep their order", () => {
  expect(goJsonOfStruct([{ version: "1", name: "a>b" }])).toBe(
    String.raw`[{"version":"1","name":"a\u003eb"}]`,
  );
});

// The example of FIPS 180-4.
test("the digest of abc", () => {
  expect(sha256Sum("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
