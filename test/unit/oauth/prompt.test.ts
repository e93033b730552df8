import { expect, test } from "vitest";
import { parsePrompt } from "../../../src/oauth/prompt.ts";

test.each([
  { name: "absent", text: "", prompts: [] },
  { name: "one", text: "consent", prompts: ["consent"] },
  { name: "several, in one order", text: "select_account login", prompts: ["login", "select_account"] },
  { name: "repeated", text: "login login", prompts: ["login"] },
  { name: "none, which requires a page", text: "none", prompts: null },
  { name: "other capitals", text: "Login", prompts: null },
  { name: "a space at the end", text: "login ", prompts: null },
  { name: "a name of Object.prototype", text: "constructor", prompts: null },
])("prompt $name", ({ text, prompts }) => {
  expect(parsePrompt(text)).toEqual(prompts);
});
