import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { checkTokenKey } from "../../../../src/cli/doctor/token-key.ts";
import { type KeySet, parseKeySet } from "../../../../src/credential/derive.ts";
import { type Diagnosis, openDiagnosis } from "../../../../src/store/diagnosis/open.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";

const NEW = randomBytes(32).toString("base64url");
const OLD = randomBytes(32).toString("base64url");

let database: TestDatabase;
let diagnosis: Diagnosis;
beforeAll(async () => {
  database = await createTestDatabase();
  diagnosis = await openDiagnosis(database.url);
});
afterAll(async () => {
  await diagnosis?.end();
  await database?.drop();
});
beforeEach(async () => {
  for (const table of ["webhook_secret", "totp_factor", "refresh_token"]) await run(`delete from ${table}`);
});

const run = (text: string, values: unknown[] = []) => diagnosis.query({ name: "", text }, values);
const keyIdOf = (key: string) => (parseKeySet(key) as { keys: KeySet }).keys.currentKeyId;
const check = async (TOKEN_KEY: string) =>
  (await checkTokenKey(diagnosis.query, { TOKEN_KEY })).map(({ problem }) => problem);

async function insertRefreshToken(key: string, age: string): Promise<void> {
  await run(
    `insert into refresh_token (id, family_id, digest, issued_at, expires_at, salt, key_id)
      values (uuidv7(-$1::interval), $2, '', clock_timestamp() - $1::interval, clock_timestamp() + interval '1 day', '', $3)`,
    [age, randomUUID(), keyIdOf(key)],
  );
}

it("secrets that a key outside of TOKEN_KEY encrypts are a problem, until the key is added", async () => {
  await run(`insert into webhook_secret (endpoint_id, key_id, sealed, hint) values (gen_random_uuid(), $1, '', 'x')`, [
    keyIdOf(OLD),
  ]);
  await run(
    `with owner as (insert into account (name) values ('Ada') returning id)
      insert into totp_factor (account_id, key_id, sealed) select id, $1, '' from owner`,
    [keyIdOf(OLD)],
  );
  expect(await check(NEW)).toEqual(["TOKEN_KEY lacks the key of stored secrets (webhooks: 1, authenticator apps: 1)."]);
  expect(await check(`${NEW},${OLD}`)).toEqual([]);
});

it("recent refreshes of a core with another key are a problem; older ones are from before a rotation", async () => {
  await insertRefreshToken(OLD, "10 minutes");
  await insertRefreshToken(NEW, "1 minute");
  expect(await check(NEW)).toEqual([]);
  await insertRefreshToken(OLD, "1 minute");
  expect(await check(NEW)).toEqual([expect.stringContaining("with a key that TOKEN_KEY lacks")]);
});

it("without TOKEN_KEY there is nothing to compare", async () => {
  await expect(check("")).rejects.toThrow("set TOKEN_KEY");
});
