import { expect, test } from "vitest";
import { requestPasswordReset } from "../../../../src/service/accounts/request-password-reset.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";
import { reasonOf } from "../../../support/world/rejections.ts";

const world = useWorld();
let addresses = 0;
/** A page of an address that has requested nothing yet. */
const visitor = () => ({ ...page, address: `198.51.100.${++addresses}` });
const request = (email: string, call = visitor()) => requestPasswordReset(world.deps, { email }, call);
const digests = () => world.rows<{ digest: string }>("select encode(digest, 'hex') as digest from account_link");

test("sends a link for 30 minutes in the account's language; the database has only its digest", async () => {
  const { email, accountId } = await addAccount(world);
  await world.rows("update account set language = 'de' where id = $1", [accountId]);
  await request(email.toUpperCase());
  const [mail, ...others] = await deliver(world);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: email, language: "de", content: { kind: "password_reset", minutes: 30 } });
  const token = tokenIn(mail!);
  expect(token).toMatch(/^[\w-]{43}$/);
  const tables = await world.rows("select l::text as link from account_link l union all select j::text from job j");
  expect(JSON.stringify(tables)).not.toContain(token);
  const lifetimes = await world.rows("select extract(epoch from expires_at - created_at)::int as s from account_link");
  expect(lifetimes.every(({ s }) => s === 1_800)).toBe(true);
});

test("a known and an unknown address get the same response from the same writes", async () => {
  const { email } = await addAccount(world);
  expect(await request(email)).toBe(await request("unknown@example.com"));
  const jobs = await world.rows<{ payload: Record<string, unknown> }>("select kind, payload from job order by id");
  expect(jobs.map(({ payload }) => Object.keys(payload).sort())).toEqual([
    ["email", "id", "language", "purpose"],
    ["email", "id", "language", "purpose"],
  ]);
  expect((await deliver(world)).map(({ to }) => to)).toEqual([email]);
});

test("suspended accounts and accounts of the identity provider get no link", async () => {
  const [suspended, external] = [await addAccount(world), await addAccount(world)];
  const reason = { reasonCode: "FRAUD", reasonText: null };
  await suspendAccount(world.deps, { accountId: suspended.accountId, ...reason }, platform);
  await world.rows("update account set password_hash = null where id = $1", [external.accountId]);
  await world.rows("insert into external_identity (account_id, iss, sub) values ($1, 'https://id.example', 'a')", [
    external.accountId,
  ]);
  const before = (await digests()).length;
  for (const { email } of [suspended, external]) await request(email);
  expect(await deliver(world)).toEqual([]);
  expect((await digests()).length).toBe(before);
});

test("an account gets at most five links an hour, an address requests at most twenty", async () => {
  await quietWindow(900);
  const { email } = await addAccount(world);
  const call = visitor();
  for (let time = 0; time < 20; time++) await request(email, call);
  expect(await deliver(world)).toHaveLength(5);
  expect(await reasonOf(request("other@example.com", call))).toMatchObject({
    kind: "resource_exhausted",
    reason: "RATE_LIMITED",
  });
  await request("other@example.com");
});

test("attempts of one job count as one mail, so that an outage of the mail server loses none", async () => {
  await deliver(world);
  const { email } = await addAccount(world);
  await request(email);
  const mails = await deliver(world, { attempts: 8 });
  expect(mails.map(({ to }) => to)).toEqual(Array(8).fill(email));
});

test("needs mail, password sign-in and an address", async () => {
  await deliver(world);
  const call = visitor();
  const off = requestPasswordReset({ ...world.deps, sendsMail: false }, { email: "a@example.com" }, call);
  await expect(off).rejects.toMatchObject({ kind: "failed_precondition", reason: "MAIL_OFF" });
  const closed = requestPasswordReset({ ...world.deps, allowPasswords: false }, { email: "a@example.com" }, call);
  await expect(closed).rejects.toMatchObject({ reason: "PASSWORD_CLOSED" });
  await expect(request("no")).rejects.toMatchObject({ violations: [{ field: "email" }] });
  expect(await deliver(world)).toEqual([]);
});
