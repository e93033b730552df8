import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { de as deMails } from "../../../../src/mail/texts.de.ts";
import { en as enMails } from "../../../../src/mail/texts.en.ts";
import type { SecondFactorChange } from "../../../../src/model/mail.ts";
import { APP_STATES, appStateKey, wordOf } from "../../../../src/web/components/enum-names.ts";
import { durationOf, pluralOf } from "../../../../src/web/components/plural.ts";
import { de } from "../../../../src/web/messages.de.ts";
import { en } from "../../../../src/web/messages.en.ts";

/** Every text with its place. Functions get a count and names. */
function textsOf(value: unknown, at = ""): [string, string][] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value === "function") return [1, "X"].map((argument) => [at, String(value(argument, "Y"))]);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, `${at}.${name}`));
}

const MAIL = { merchantName: "X", appName: "X", newEmail: "X", device: "X", address: "X", at: "X", reason: null };

const CHANGES: readonly SecondFactorChange[] = [
  "passkey_added",
  "passkey_removed",
  "authenticator_added",
  "authenticator_removed",
  "authenticator_replaced",
  "recovery_codes_replaced",
  "reset",
];

/** Every text of the mails. */
function mailTextsOf(mails: typeof enMails, at: string): [string, string][] {
  return Object.entries(mails).flatMap(([kind, toText]) =>
    CHANGES.flatMap((change) => textsOf(toText({ ...MAIL, change } as never, "Y", "Z"), `${at}.${kind}`)),
  );
}

const texts = [
  ...textsOf(en, "en"),
  ...textsOf(de, "de"),
  ...mailTextsOf(enMails, "en.mails"),
  ...mailTextsOf(deMails, "de.mails"),
];

const INSTALLATION_STATES = Object.values(InstallationState).filter((state) => state !== InstallationState.UNSPECIFIED);

/** The last column of each table of docs/product-words.md. */
const unwanted = readFileSync("docs/product-words.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .flatMap((line) => [...(line.split("|").at(-2) ?? "").matchAll(/“([^”]+)”/g)].map((match) => match[1]!));

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The rows of the table of states: English, German and the names in the API. */
const stateRows = readFileSync("docs/product-words.md", "utf8")
  .split(/^## /m)
  .find((section) => section.startsWith("States\n"))!
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .split("|")
      .slice(2, 5)
      .map((cell) => cell.trim().split("; ")),
  );

/** The names of states without a row that has both languages. The first term of a cell is the name of the state. */
function statesWithoutRow(states: readonly { english: string; german: string; api?: string }[]) {
  const rows = stateRows.map((cells) => cells.map(([name]) => name));
  return states.filter(
    ({ english, german, api }) =>
      !rows.some(
        ([first, second, inApi]) =>
          first === english && second === german && (api === undefined || inApi === `\`${api}\``),
      ),
  );
}

describe("the table of states in docs/product-words.md", () => {
  test("has every state of an app", () => {
    const states = APP_STATES.map((state) => {
      const key = appStateKey(state);
      return { english: en.appStates[key], german: de.appStates[key], api: key.toUpperCase() };
    });
    expect(statesWithoutRow(states)).toEqual([]);
  });

  test("has every state of an installation, a merchant and an account", () => {
    const keys = Object.keys(en.states) as (keyof typeof en.states)[];
    expect(keys).toEqual(expect.arrayContaining(INSTALLATION_STATES.map((state) => wordOf(InstallationState, state))));
    expect(statesWithoutRow(keys.map((key) => ({ english: en.states[key], german: de.states[key] })))).toEqual([]);
  });
});

describe("the texts of the pages and mails", () => {
  test("use the words of docs/product-words.md", () => {
    expect(unwanted.length).toBeGreaterThan(30);
    const pattern = new RegExp(`(?<![\\p{L}])(${unwanted.map(escaped).join("|")})(?![\\p{L}])`, "u");
    expect(texts.filter(([, text]) => pattern.test(text))).toEqual([]);
  });

  test("use sentence case in English", () => {
    const isTitleCase = (text: string) => /^[A-Z][a-z]+( [A-Z][a-z]+)+( \p{L}+)*$/u.test(text);
    expect(texts.filter(([at, text]) => at.startsWith("en.") && isTitleCase(text))).toEqual([]);
  });

  test("address the reader with Sie in German", () => {
    const informal = /\b(du|dich|dir|dein|deine|deinen|deiner|deinem)\b/i;
    expect(texts.filter(([at, text]) => at.startsWith("de.") && informal.test(text))).toEqual([]);
  });

  test("say shop on the pages of merchants, except about the test merchants of developers", () => {
    const pages = [en, de].flatMap(({ connected, members }) => textsOf({ connected, members }));
    const others = pages.filter(([at]) => at !== ".connected.noShop.createTest" && at !== ".members.test");
    expect(others.filter(([, text]) => /merchant|Geschäft/i.test(text))).toEqual([]);
  });

  test("name the platform in the portal and on the pages of merchants and accounts", () => {
    const ofAccounts = [en, de].map(({ account, close, recovery, security, signIn, signUp }) => [
      ...[account, close, recovery, security, signIn, signUp],
    ]);
    const others = [en, de].map(({ portal, scopes, webhooks, connected, members, consent, install }) => [
      ...[portal, scopes, webhooks, connected, members, consent, install],
    ]);
    const pages = [...ofAccounts, ...others].flatMap((parts) => textsOf(parts));
    expect(pages.filter(([, text]) => /\b(the|die|der) platform|\b(die|der) Plattform/i.test(text))).toEqual([]);
  });

  test("have no soft hyphens, which the pages add", () => {
    expect(texts.filter(([, text]) => text.includes("\u00AD"))).toEqual([]);
  });

  test("put a singular after 1", () => {
    const plural =
      /\b1 (apps|merchants|installations|errors|days|scopes|seconds|minutes|Geschäfte|Installationen|Tage)\b/;
    expect(texts.filter(([, text]) => plural.test(text))).toEqual([]);
  });
});

test.each([
  ["en", 0, "0 apps"],
  ["en", 1, "1 app"],
  ["en", 12_345, "12,345 apps"],
  ["de", 12_345, "12.345 apps"],
])("counts in %s: %i", (language, count, text) => {
  expect(pluralOf(language)(count, { one: "1 app", other: "# apps" })).toBe(text);
});

test.each([
  ["en", 3_600, "1 hour"],
  ["en", 5_400, "90 minutes"],
  ["de", 2_592_000, "30 Tage"],
  ["en", 61, "61 seconds"],
])("durations in %s: %i s", (language, seconds, text) => {
  expect(durationOf(language, seconds)).toBe(text);
});
