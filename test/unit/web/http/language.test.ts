import { expect, test } from "vitest";
import { pickLanguage } from "../../../../src/web/http/language.ts";

test.each([
  ["no header", null, undefined, "en"],
  ["the browser's", null, "de-AT,de;q=0.9,en;q=0.8", "de"],
  ["the best that we have", null, "fr, de;q=0.5, en;q=0.4", "de"],
  ["by quality and not by place", null, "de;q=0.2, en;q=0.9", "en"],
  ["one that is not wanted", null, "de;q=0, en", "en"],
  ["none that we have", null, "fr,it", "en"],
  ["no header at all", null, ";;,=q", "en"],
  ["the one picked on the page", "de", "en", "de"],
  ["one picked that we do not have", "fr", "de", "de"],
  ["a name of the language's own object", "constructor", "en", "en"],
])("the page speaks %s", (_name, chosen, header, language) => {
  expect(pickLanguage(chosen, header)).toBe(language);
});
