import { expect, test } from "vitest";
import { setAccountLanguage } from "../../../../src/service/accounts/set-account-language.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

const languageOf = async (accountId: string) =>
  (await world.rows<{ language: string | null }>("select language from account where id = $1", [accountId]))[0]!
    .language;

test("changes the language of the signed-in account only", async () => {
  const [{ accountId, call }, other] = [await addAccount(world), await addAccount(world)];
  const before = await languageOf(other.accountId);
  await setAccountLanguage(world.deps, "de", call);
  expect(await languageOf(accountId)).toBe("de");
  expect(await languageOf(other.accountId)).toBe(before);
});

test("refuses a language without mails", async () => {
  const { accountId, call } = await addAccount(world);
  await setAccountLanguage(world.deps, "en", call);
  await expect(setAccountLanguage(world.deps, "fr", call)).rejects.toMatchObject({ reason: "INVALID" });
  expect(await languageOf(accountId)).toBe("en");
});
