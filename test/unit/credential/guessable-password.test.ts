import { expect, test } from "vitest";
import { isGuessable } from "../../../src/credential/guessable-password.ts";

const OWNER = ["marta.longname@flowers-and-more.example", "Marta Market", "Northgate"];

test.each([
  ["a repeated common password", "passwordpassword"],
  ["a common password with digits", "Password1234"],
  ["a common password in other characters", "P@ssw0rd1234"],
  ["a repeated character", "aaaaaaaaaaaa"],
  ["256 of one character", "x".repeat(256)],
  ["a sequence", "abcdefghijkl"],
  ["digits", "123456789012"],
  ["a row of keys", "qwertyuiop12"],
  ["a German word twice", "geheimgeheim"],
  ["the own e-mail address", "marta.longname@flowers-and-more.example"],
  ["the own name", "martamarket"],
  ["the name of the platform", "northgatenorthgate"],
  ["the name of the platform and a year", "northgate2026"],
])("NIST SP 800-63B §5.1.1.2: %s is easy to guess", async (_name, password) => {
  expect(await isGuessable(password, OWNER)).toBe(true);
});

test.each([
  ["words that do not belong together", "correct horse battery"],
  ["random characters", "q7RzK0vXw2Lm"],
  ["words of another alphabet", "Жаворонок над полем"],
  ["a long password", "q7RzK0vXw2Lm".repeat(21)],
])("%s are not", async (_name, password) => {
  expect(await isGuessable(password, OWNER)).toBe(false);
});

test("a word of the owner is only refused for this owner", async () => {
  expect(await isGuessable("flowers-and-more", OWNER)).toBe(true);
  expect(await isGuessable("flowers-and-more", ["other@example.com"])).toBe(false);
});
