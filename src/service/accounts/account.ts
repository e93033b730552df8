import type { EntityManager } from "@mikro-orm/core";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { listAccountIds, verifyEmail } from "../../store/accounts/accounts.ts";
import { listMemberships } from "../../store/accounts/memberships.ts";
import type { Query } from "../../store/connection/query.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPage } from "../page.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, findNameError, findPasswordError, findPrefixError, refuseErrors, toEmail } from "./fields.ts";
import { hashInTurn } from "./password-work.ts";
import type { AccountRecord, AccountWithMemberships } from "./records.ts";
import { refuseTakenEmail } from "./taken.ts";
import { toAccountRecord } from "./to-record.ts";
import { denied, isPlatform, notFound, requireOperatorMaker, requirePlatform } from "./who.ts";

export interface CreateAccount {
  email: string;
  /** Null: no sign-in with a password until an invitation is taken up. */
  password: string | null;
  name: string;
  operator: boolean;
  developer: boolean;
}

/** Makes an account for somebody else. The platform vouches for the e-mail that it enters, so it counts as verified. */
export async function createAccount(
  deps: AccountDependencies,
  request: CreateAccount,
  call: Call,
): Promise<AccountRecord> {
  requirePlatform(call, "accounts:write");
  if (request.operator) requireOperatorMaker(call);
  refuseErrors({
    email: findEmailError(request.email),
    name: findNameError(request.name),
    password: request.password === null ? null : findPasswordError(request.password),
  });
  const { name, operator, developer, password } = request;
  const passwordHash = password === null ? null : await hashInTurn(deps, password, call);
  const creation = deps.management.transactional(async (tx) => {
    const account = tx.em.create(Account, { email: toEmail(request.email), name, operator, developer, passwordHash });
    await tx.em.flush();
    await verifyEmail(tx.query, account.id);
    await tx.em.refresh(account);
    recordAudit(tx, call, { action: "account.create", accountId: account.id, detail: { operator, developer } });
    return toAccountRecord(account);
  });
  return refuseTakenEmail(creation);
}

/** Which account; with a session both null is oneself. */
interface AccountName {
  accountId: string | null;
  email: string | null;
}

export interface GetAccount extends AccountName {
  withoutMemberships?: boolean;
}

/** An account with its memberships. An account that is no operator finds itself and nobody else. */
export async function getAccount(
  deps: AccountDependencies,
  { accountId, email, ...options }: GetAccount,
  call: Call,
): Promise<AccountWithMemberships> {
  const where = toWhere({ accountId, email }, call);
  const found = await deps.management.read(async (em, query) =>
    where === null ? null : findAccountWithMemberships(em, { query, where, ...options }),
  );
  const allowed = isPlatform(call, "accounts:read");
  if (!allowed && found?.account.accountId !== call.actor?.accountId)
    throw denied("OTHER_ACCOUNT", "This is another account.");
  if (found === null) throw notFound("account");
  return found;
}

function toWhere({ accountId, email }: AccountName, call: Call): AccountWhere | null {
  if (accountId !== null)
    return isUuid(accountId) ? { id: accountId, ...(email !== null && { email: toEmail(email) }) } : null;
  if (email !== null) return findEmailError(email) === null ? { email: toEmail(email) } : null;
  return call.actor === null ? null : { id: call.actor.accountId };
}

interface AccountWhere {
  id?: string;
  email?: string;
}

const MEMBERSHIPS_MAX = 100;

/**
 * An account with the first 100 of its memberships by the merchants' ids, given by their names; null if there is none. No more are read: who
 * belongs to thousands of merchants must not wait for all of them on every page.
 */
export async function findAccountWithMemberships(
  em: EntityManager,
  { query, where, withoutMemberships = false }: { query: Query; where: AccountWhere; withoutMemberships?: boolean },
): Promise<AccountWithMemberships | null> {
  const account = await em.findOne(Account, where);
  if (account === null) return null;
  const read = { accountId: account.id, after: null, most: MEMBERSHIPS_MAX };
  const rows = withoutMemberships ? [] : await listMemberships(query, read);
  const memberships = rows.map(({ id: _id, ...row }) => row);
  memberships.sort(
    (a, b) => a.merchantName.localeCompare(b.merchantName, "en") || (a.merchantId < b.merchantId ? -1 : 1),
  );
  return { account: toAccountRecord(account), memberships };
}

/** Accounts whose e-mail starts with `emailPrefix`, in the order of their e-mails; those without one come first. */
export async function listAccounts(
  deps: AccountDependencies,
  request: { emailPrefix: string; page: PageRequest },
  call: Call,
): Promise<Page<AccountRecord>> {
  requirePlatform(call, "accounts:read");
  refuseErrors({ email_prefix: findPrefixError(request.emailPrefix) });
  const { limit, after } = readPageRequest(request.page, ["text", "id"]);
  return deps.management.read(async (em, query) => {
    const ids = await listAccountIds(query, { prefix: toEmail(request.emailPrefix), after, most: limit + 1 });
    const found = await em.find(Account, { id: ids });
    const rows = ids.map((id) => found.find((account) => account.id === id)).filter((account) => account !== undefined);
    return toPage(rows, limit, { item: toAccountRecord, key: ({ email, id }) => [email ?? "", id] });
  });
}
