import {
  AccountRole,
  type AccountService,
  AccountSort,
  AccountState,
  MerchantRole,
  MerchantSort,
  MerchantState,
  SecurityEventGroup,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { acknowledgeFailedSignIn } from "../../service/accounts/acknowledge-failed-sign-in.ts";
import { beginExternalSignIn } from "../../service/accounts/begin-external-sign-in.ts";
import { changePassword } from "../../service/accounts/change-password.ts";
import { closeAccount } from "../../service/accounts/close-account.ts";
import { closeMerchant } from "../../service/accounts/close-merchant.ts";
import { completeExternalSignIn } from "../../service/accounts/complete-external-sign-in.ts";
import { createAccount } from "../../service/accounts/create-account.ts";
import { createMerchant } from "../../service/accounts/create-merchant.ts";
import { createServiceKey } from "../../service/accounts/create-service-key.ts";
import type { AccountDependencies } from "../../service/accounts/dependencies.ts";
import { endOtherSessions } from "../../service/accounts/end-other-sessions.ts";
import { endSession } from "../../service/accounts/end-session.ts";
import { getAccount } from "../../service/accounts/get-account.ts";
import { getAccountClosure } from "../../service/accounts/get-account-closure.ts";
import { getMerchant } from "../../service/accounts/get-merchant.ts";
import { getServiceKey } from "../../service/accounts/get-service-key.ts";
import { getSession } from "../../service/accounts/get-session.ts";
import { getSignInOptions } from "../../service/accounts/get-sign-in-options.ts";
import { listAccounts } from "../../service/accounts/list-accounts.ts";
import { listMemberships } from "../../service/accounts/list-memberships.ts";
import { listMerchants } from "../../service/accounts/list-merchants.ts";
import { listSecurityEvents } from "../../service/accounts/list-security-events.ts";
import { listServiceKeys } from "../../service/accounts/list-service-keys.ts";
import { listSessions } from "../../service/accounts/list-sessions.ts";
import { markEmailVerified } from "../../service/accounts/mark-email-verified.ts";
import { removeMembership } from "../../service/accounts/remove-membership.ts";
import { resumeAccount } from "../../service/accounts/resume-account.ts";
import { resumeMerchant } from "../../service/accounts/resume-merchant.ts";
import { revokeServiceKey } from "../../service/accounts/revoke-service-key.ts";
import { setAccountLanguage } from "../../service/accounts/set-account-language.ts";
import { setAccountName } from "../../service/accounts/set-account-name.ts";
import { setAccountRoles } from "../../service/accounts/set-account-roles.ts";
import { signIn } from "../../service/accounts/sign-in.ts";
import { signOut } from "../../service/accounts/sign-out.ts";
import { signUp } from "../../service/accounts/sign-up.ts";
import { suspendAccount } from "../../service/accounts/suspend-account.ts";
import { suspendMerchant } from "../../service/accounts/suspend-merchant.ts";
import { upsertMembership } from "../../service/accounts/upsert-membership.ts";
import type { Implementation } from "../transports/implementation.ts";
import { accountLinkRpcs } from "./account-link-rpcs.ts";
import {
  toAccount,
  toClosedMerchant,
  toListedAccount,
  toMembership,
  toMerchant,
  toMerchantWithUsage,
  toSecurityEvent,
  toServiceKey,
  toSession,
  toSessionInfo,
} from "./account-messages.ts";
import { fromTimestamp, nameOf, orNull, searchOf, toTimestamp } from "./fields.ts";
import { secondFactorRpcs, toPendingSignIn } from "./second-factor-rpcs.ts";
import { teamRpcs } from "./team-rpcs.ts";

type Rpcs = Partial<Implementation<typeof AccountService>>;

/** Wires the RPCs of AccountService to their functions. */
export function accountService(deps: AccountDependencies): Implementation<typeof AccountService> {
  return {
    ...sessionRpcs(deps),
    ...accountLinkRpcs(deps),
    ...secondFactorRpcs(deps),
    ...accountRpcs(deps),
    ...merchantRpcs(deps),
    ...teamRpcs(deps),
    ...serviceKeyRpcs(deps),
  };
}

function sessionRpcs(deps: AccountDependencies) {
  return {
    signUp: async (request, call) => ({ session: toSession(await signUp(deps, request, call)) }),
    async signIn(request, call) {
      const { session, pending } = await signIn(deps, request, call);
      return session === null ? { pending: toPendingSignIn(pending) } : { session: toSession(session) };
    },
    async signOut(_request, call) {
      await signOut(deps, call);
      return {};
    },
    async getSession(request, call) {
      const { account, memberships, teams, expiresAt, ...found } = await getSession(deps, request, call);
      return {
        account: toAccount(account, teams),
        memberships: memberships.map(toMembership),
        expiresAt: toTimestamp(expiresAt),
        secondFactorRequired: found.secondFactorRequired,
        closedMerchants: found.closedMerchants.map(toClosedMerchant),
      };
    },
    listSessions: async (_request, call) => ({ sessions: (await listSessions(deps, call)).map(toSessionInfo) }),
    async listSecurityEvents(request, call) {
      const group = nameOf(SecurityEventGroup, request.group, "group");
      const { items, nextPageToken } = await listSecurityEvents(deps, { ...request, group }, call);
      return { events: items.map(toSecurityEvent), nextPageToken, retentionDays: deps.auditRetention / 86_400 };
    },
    async endSession(request, call) {
      await endSession(deps, request, call);
      return {};
    },
    async acknowledgeFailedSignIn(request, call) {
      await acknowledgeFailedSignIn(deps, request, call);
      return {};
    },
    endOtherSessions: async (_request, call) => ({ ended: await endOtherSessions(deps, call) }),
    async getSignInOptions() {
      const { externalLabel, ...options } = await getSignInOptions(deps);
      return { ...options, externalLabel: externalLabel ?? "" };
    },
    beginExternalSignIn: (request) => beginExternalSignIn(deps, request),
    async completeExternalSignIn(request, call) {
      const { session, next } = await completeExternalSignIn(deps, request, call);
      return { session: toSession(session), next };
    },
    async changePassword(request, call) {
      await changePassword(deps, request, call);
      return {};
    },
  } satisfies Rpcs;
}

function accountRpcs(deps: AccountDependencies) {
  return {
    async createAccount({ email, password, name, operator, developer }, call) {
      const request = { email, password: orNull(password), name, operator, developer };
      return { account: toAccount(await createAccount(deps, request, call)) };
    },
    async getAccount({ accountId, email, ...include }, call) {
      const request = { accountId: orNull(accountId), email: orNull(email), ...include };
      const { account, memberships, teams, lastSignedInAt } = await getAccount(deps, request, call);
      const shown = { ...toAccount(account, teams), lastSignedInAt: toTimestamp(lastSignedInAt) };
      return { account: shown, memberships: memberships.map(toMembership) };
    },
    async listAccounts(request, call) {
      const { emailPrefix } = request;
      const search = { ...searchOf(request), sort: nameOf(AccountSort, request.sort, "sort") };
      const filter = {
        state: nameOf(AccountState, request.state, "state"),
        role: nameOf(AccountRole, request.role, "role"),
        withoutSecondFactor: request.withoutSecondFactor,
      };
      const { withLastSignIn, withCounts } = request;
      const { items, nextPageToken, counts } = await listAccounts(
        deps,
        { emailPrefix, ...search, ...filter, withLastSignIn, withCounts },
        call,
      );
      return { accounts: items.map(toListedAccount), nextPageToken, ...(counts !== null && { counts }) };
    },
    async suspendAccount({ accountId, reasonCode, reasonText }, call) {
      const request = { accountId, reasonCode, reasonText: orNull(reasonText) };
      const { account, alreadySuspended } = await suspendAccount(deps, request, call);
      return { account: toAccount(account), alreadySuspended };
    },
    resumeAccount: async (request, call) => ({ account: toAccount(await resumeAccount(deps, request, call)) }),
    setAccountRoles: async (request, call) => ({ account: toAccount(await setAccountRoles(deps, request, call)) }),
    getAccountClosure: (_request, call) => getAccountClosure(deps, call),
    async closeAccount(request, call) {
      await closeAccount(deps, request, call);
      return {};
    },
    async setAccountLanguage({ language }, call) {
      await setAccountLanguage(deps, language, call);
      return {};
    },
    async setAccountName({ accountId, name }, call) {
      return { account: toAccount(await setAccountName(deps, { accountId: orNull(accountId), name }, call)) };
    },
    markEmailVerified: async (request, call) => ({ account: toAccount(await markEmailVerified(deps, request, call)) }),
  } satisfies Rpcs;
}

function merchantRpcs(deps: AccountDependencies) {
  return {
    async createMerchant({ merchantId, name, ownerAccountId, test }, call) {
      const request = { merchantId: orNull(merchantId), name, ownerAccountId: orNull(ownerAccountId), test };
      return { merchant: toMerchant(await createMerchant(deps, request, call)) };
    },
    async getMerchant(request, call) {
      const { members, ...merchant } = await getMerchant(deps, request, call);
      return { merchant: toMerchantWithUsage(merchant), members: members.map(toMembership) };
    },
    async listMerchants(request, call) {
      const { namePrefix, ownTest, test = null, withUsage, withCounts } = request;
      const state = nameOf(MerchantState, request.state, "state");
      const filter = {
        namePrefix,
        ownTest,
        state,
        test,
        withUsage,
        withCounts,
        teamId: orNull(request.teamAccountId || request.developerAccountId),
      };
      const search = { ...searchOf(request), sort: nameOf(MerchantSort, request.sort, "sort") };
      const { items, nextPageToken, counts } = await listMerchants(deps, { ...filter, ...search }, call);
      return { merchants: items.map(toMerchantWithUsage), nextPageToken, ...(counts !== null && { counts }) };
    },
    async suspendMerchant({ merchantId, reasonCode, reasonText }, call) {
      const request = { merchantId, reasonCode, reasonText: orNull(reasonText) };
      const { merchant, alreadySuspended } = await suspendMerchant(deps, request, call);
      return { merchant: toMerchant(merchant), alreadySuspended };
    },
    resumeMerchant: async (request, call) => ({ merchant: toMerchant(await resumeMerchant(deps, request, call)) }),
    closeMerchant: async (request, call) => ({ merchant: toMerchant(await closeMerchant(deps, request, call)) }),
    async upsertMembership({ merchantId, accountId, role }, call) {
      const request = { merchantId, accountId, role: nameOf(MerchantRole, role, "role") };
      return { membership: toMembership(await upsertMembership(deps, request, call)) };
    },
    async removeMembership(request, call) {
      await removeMembership(deps, request, call);
      return {};
    },
    async listMemberships(request, call) {
      const { merchantId, accountId } = request;
      const of = { merchantId: orNull(merchantId), accountId: orNull(accountId) };
      const { items, nextPageToken } = await listMemberships(deps, { ...of, page: request }, call);
      return { memberships: items.map(toMembership), nextPageToken };
    },
  } satisfies Rpcs;
}

function serviceKeyRpcs(deps: AccountDependencies) {
  return {
    async createServiceKey({ name, permissions, expiresAt }, call) {
      const request = { name, permissions, expiresAt: fromTimestamp(expiresAt) };
      const { serviceKey, secret } = await createServiceKey(deps, request, call);
      return { serviceKey: toServiceKey(serviceKey), secret };
    },
    async listServiceKeys(request, call) {
      const { namePrefix, search, includeEnded } = request;
      const filter = { namePrefix, search, includeEnded };
      const { items, nextPageToken } = await listServiceKeys(deps, { ...filter, page: request }, call);
      return { serviceKeys: items.map(toServiceKey), nextPageToken };
    },
    getServiceKey: async (request, call) => ({ serviceKey: toServiceKey(await getServiceKey(deps, request, call)) }),
    async revokeServiceKey(request, call) {
      return { serviceKey: toServiceKey(await revokeServiceKey(deps, request, call)) };
    },
  } satisfies Rpcs;
}
