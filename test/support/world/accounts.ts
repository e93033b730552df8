import { randomUUID } from "node:crypto";
import { hashPassword } from "../../../src/credential/password.ts";
import { Account } from "../../../src/model/account.ts";
import { createAccount } from "../../../src/service/accounts/create-account.ts";
import { createMerchant } from "../../../src/service/accounts/create-merchant.ts";
import { resolveSession } from "../../../src/service/accounts/resolve-session.ts";
import { signUp } from "../../../src/service/accounts/sign-up.ts";
import { startSession } from "../../../src/service/accounts/start-session.ts";
import type { Call } from "../../../src/service/call.ts";
import { callOf, page, platform } from "./calls.ts";
import type { World } from "./world.ts";

export const PASSWORD = "correct horse battery";

/** A page with the session of this token. */
export async function bySession({ deps }: World, token: string): Promise<Call> {
  const actor = await resolveSession(deps, token);
  if (actor === null) throw new Error("the session is over");
  return { ...page, actor };
}

let made = 0;
let passwordHash: Promise<string> | undefined;

export interface TestAccount {
  accountId: string;
  name: string;
  email: string;
  token: string;
  /** A page on which the account is signed in. */
  call: Call;
}

/** A signed-in account with `PASSWORD`. The password is hashed only once, because hashing is slow. */
export async function addAccount(
  world: World,
  { operator = false, developer = false }: { operator?: boolean; developer?: boolean } = {},
): Promise<TestAccount> {
  const email = `someone-${made++}@example.com`;
  const request = { email, password: null, name: "Someone", operator, developer };
  const account = await createAccount(world.deps, request, platform);
  passwordHash ??= hashPassword(PASSWORD);
  await world.rows("update account set password_hash = $2 where id = $1", [account.id, await passwordHash]);
  const session = { account, passwordHash: null, by: "password" as const };
  const { token } = (await world.management.transactional((tx) => startSession(tx, page, session)))!;
  return { accountId: account.id, name: account.name, email, token, call: await bySession(world, token) };
}

/** A signed-in account that signed up and has an unverified e-mail. */
export async function addUnverifiedAccount(world: World) {
  const email = `unverified-${made++}@example.com`;
  const { account, token } = await signUp(world.deps, { email, password: PASSWORD, name: "Unverified" }, page);
  return { accountId: account.id, email, call: await bySession(world, token) };
}

/** A merchant of this owner. */
export async function addMerchant(world: World, owner: { accountId: string }, id = `m-${made++}`) {
  const request = { merchantId: id, name: `Merchant ${id}`, ownerAccountId: owner.accountId, test: false };
  const merchant = await createMerchant(world.deps, request, platform);
  return { merchantId: merchant.id, name: merchant.name };
}

interface NewAccount {
  operator?: boolean;
  developer?: boolean;
  emailVerifiedAt?: Date | null;
  passwordHash?: string | null;
  email?: string | null;
}

/** Inserts an account, by default with a verified email address, and returns its id. */
export async function insertAccount({ orm }: World, values: NewAccount = {}): Promise<string> {
  const em = orm.em.fork();
  const email = `${randomUUID()}@example.com`;
  const account = em.create(Account, { name: "Ada", email, emailVerifiedAt: new Date(), ...values });
  await em.flush();
  return account.id;
}

/** A new developer's session. */
export async function developerCall(world: World): Promise<Call> {
  return callOf(await insertAccount(world, { developer: true }), { developer: true });
}

/** A new operator's session. */
export async function operatorCall(world: World): Promise<Call> {
  return callOf(await insertAccount(world, { operator: true }), { operator: true });
}

/** The feed events of a merchant, oldest first. */
export function merchantEvents({ rows }: World, merchantId: string): Promise<{ kind: string; marked: boolean }[]> {
  return rows(
    "select kind, not_before is not null as marked from revocation_event where subject = 'MERCHANT' and subject_id = $1 order by cursor",
    [merchantId],
  );
}
