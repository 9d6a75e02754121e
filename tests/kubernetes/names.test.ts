import { describe, expect, test } from "vitest";
import { camelFromUpperSnake, fileNameOf, lowerCamelCase } from "../../src/kubernetes/names.ts";

describe("a key made from a name", () => {
  test.each([
    ["virt-operator", "virtOperator"],
    ["KubeVirt", "kubeVirt"],
    ["CDI", "cdi"],
    ["HTTPRoute", "httpRoute"],
    ["TideGate", "tideGate"],
    ["dotted.name", "dottedName"],
    ["a--b", "aB"],
    ["2nd.thing", "_2ndThing"],
    ["system:node", "systemNode"],
    ["---", "_"],
    ["plain", "plain"],
  ])("%s → %s", (name, key) => {
    expect(lowerCamelCase(name)).toBe(key);
  });

  test.each([
    ["OPERATOR_IMAGE", "operatorImage"],
    ["lower_case", "lowerCase"],
    ["A", "a"],
  ])("from a variable: %s → %s", (name, key) => {
    expect(camelFromUpperSnake(name)).toBe(key);
  });
});

describe("a file name made from a name", () => {
  test.each([
    ["deployment-virt-operator", "deployment-virt-operator"],
    ["role-system:node/reader", "role-system-node-reader"],
    ["tidegates.tidegate.example.org", "tidegates.tidegate.example.org"],
    ["..hidden", "hidden"],
    ["a/../../b", "a-..-..-b"],
    ["", "unnamed"],
    [":::", "unnamed"],
    ["Ünïcode", "n-code"],
  ])("%s → %s", (name, file) => {
    expect(fileNameOf(name)).toBe(file);
  });
});
