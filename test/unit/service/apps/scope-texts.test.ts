import { expect, test } from "vitest";
import { listScopes } from "../../../../src/service/apps/list-scopes.ts";
import { findTextsViolations, inLanguage } from "../../../../src/service/apps/scope-texts.ts";
import { upsertScope } from "../../../../src/service/apps/upsert-scope.ts";
import { scopeNamed } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world } = useAppWorld();
const scope = { title: "See orders", description: "All of them.", texts: { de: { title: "Sehen", description: "" } } };

test.each([
  { name: "the language of the page", language: "de", title: "Sehen", description: "All of them." },
  { name: "a language without texts", language: "fr", title: "See orders", description: "All of them." },
  { name: "no language", language: null, title: "See orders", description: "All of them." },
])("chooses the texts for $name", ({ language, title, description }) => {
  expect(inLanguage(scope, language)).toMatchObject({ title, description });
});

test.each([
  ["nonsense!", { title: "x", description: "" }, "scope.texts"],
  ["de", { title: "", description: "" }, "scope.texts.de.title"],
  ["de", { title: "x".repeat(101), description: "" }, "scope.texts.de.title"],
  ["pt-BR", { title: "x", description: "x".repeat(501) }, "scope.texts.pt-BR.description"],
])("rejects texts in %s", (language, text, field) => {
  expect(findTextsViolations({ [language]: text }).map((one) => one.field)).toEqual([field]);
});

test("names few fields of texts in too many languages", () => {
  const texts = Array.from({ length: 1_000 }, (_, at) => [`x${at}`, { title: "", description: "" }]);
  const fields = findTextsViolations(Object.fromEntries(texts)).map((one) => one.field);
  expect(fields).toHaveLength(31);
  expect(fields[0]).toBe("scope.texts");
});

test("the catalogue keeps texts by language and returns those of the page, or all as stored", async () => {
  const texts = { de: { title: "Titel", description: "Text" } };
  const stored = { ...scopeNamed("texts.read"), title: "Title", texts };
  await upsertScope(world.deps, stored, keyCall());
  const listed = async (language: "de" | "en" | null, untranslated = false) =>
    (await listScopes(world.deps, { includeRetired: false, untranslated }, { ...keyCall(), language })).find(
      ({ name }) => name === "texts.read",
    );
  expect(await listed("de")).toMatchObject({ title: "Titel", description: "Text", texts });
  expect(await listed("en")).toMatchObject({ title: "Title", texts });
  expect(await listed(null)).toMatchObject({ title: "Title" });
  expect(await listed("de", true)).toMatchObject({ title: "Title", texts });
  await upsertScope(world.deps, { ...stored, texts: {} }, keyCall());
  expect(await listed("de")).toMatchObject({ title: "Title", texts: {} });
  const invalid = upsertScope(world.deps, { ...stored, texts: { de: { title: "", description: "" } } }, keyCall());
  expect(await requestErrorOf(invalid)).toMatchObject({ reason: "INVALID" });
});
