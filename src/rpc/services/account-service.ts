import { type AccountService, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { AccountOperations } from "../../service/accounts/operations.ts";
import type { Implementation } from "../transports/implementation.ts";
import { toAccount, toInvitation, toMembership, toMerchant, toServiceKey, toSession } from "./account-messages.ts";
import { fromTimestamp, nameOf, orNull, toTimestamp } from "./fields.ts";

type Part = Partial<Implementation<typeof AccountService>>;

/** AccountService over the operations on accounts. */
export function accountService(operations: AccountOperations): Implementation<typeof AccountService> {
  return {
    ...signing(operations),
    ...externalSignIn(operations),
    ...accounts(operations),
    ...merchants(operations),
    ...memberships(operations),
    ...invitations(operations),
    ...serviceKeys(operations),
  };
}

function signing(operations: AccountOperations) {
  return {
    async signUp({ email, password, name }, call) {
      return { session: toSession(await operations.signUp({ email, password, name }, call)) };
    },
    async signIn({ email, password }, call) {
      return { session: toSession(await operations.signIn({ email, password }, call)) };
    },
    async signOut(_request, call) {
      await operations.signOut(call);
      return {};
    },
    async getSession({ withoutMemberships }, call) {
      const { account, memberships: held, expiresAt } = await operations.getSession(call, { withoutMemberships });
      return { account: toAccount(account), memberships: held.map(toMembership), expiresAt: toTimestamp(expiresAt) };
    },
    async changePassword({ currentPassword, newPassword }, call) {
      await operations.changePassword({ currentPassword, newPassword }, call);
      return {};
    },
  } satisfies Part;
}

function externalSignIn(operations: AccountOperations) {
  return {
    async getSignInOptions() {
      const { password, signUp, externalLabel } = operations.getSignInOptions();
      return { password, signUp, externalLabel: externalLabel ?? "" };
    },
    beginExternalSignIn: ({ next }) => operations.beginExternalSignIn(next),
    async completeExternalSignIn({ query, browserToken }, call) {
      const { session, next } = await operations.completeExternalSignIn({ query, browserToken }, call);
      return { session: toSession(session), next };
    },
  } satisfies Part;
}

function accounts(operations: AccountOperations) {
  return {
    async createAccount({ email, password, name, operator, developer }, call) {
      const request = { email, password: orNull(password), name, operator, developer };
      return { account: toAccount(await operations.createAccount(request, call)) };
    },
    async getAccount({ accountId, email, withoutMemberships }, call) {
      const name = { accountId: orNull(accountId), email: orNull(email) };
      const found = await operations.getAccount({ ...name, withoutMemberships }, call);
      return { account: toAccount(found.account), memberships: found.memberships.map(toMembership) };
    },
    async listAccounts({ emailPrefix, pageSize, pageToken }, call) {
      const page = await operations.listAccounts({ emailPrefix, page: { pageSize, pageToken } }, call);
      return { accounts: page.items.map(toAccount), nextPageToken: page.nextPageToken };
    },
    async suspendAccount({ accountId, reasonCode, reasonText }, call) {
      const request = { accountId, reasonCode, reasonText: orNull(reasonText) };
      return { account: toAccount(await operations.suspendAccount(request, call)) };
    },
    async resumeAccount({ accountId }, call) {
      return { account: toAccount(await operations.resumeAccount(accountId, call)) };
    },
    async setAccountRoles({ accountId, operator, developer }, call) {
      return { account: toAccount(await operations.setAccountRoles({ accountId, operator, developer }, call)) };
    },
    async markEmailVerified({ accountId, email }, call) {
      return { account: toAccount(await operations.markEmailVerified({ accountId, email }, call)) };
    },
  } satisfies Part;
}

function merchants(operations: AccountOperations) {
  return {
    async createMerchant({ merchantId, name, ownerAccountId, test }, call) {
      const request = { merchantId: orNull(merchantId), name, ownerAccountId: orNull(ownerAccountId), test };
      return { merchant: toMerchant(await operations.createMerchant(request, call)) };
    },
    async getMerchant({ merchantId, withoutMembers }, call) {
      const { merchant, members } = await operations.getMerchant(merchantId, call, { withoutMembers });
      return { merchant: toMerchant(merchant), members: members.map(toMembership) };
    },
    async listMerchants({ namePrefix, pageSize, pageToken, ownTest }, call) {
      const page = await operations.listMerchants({ namePrefix, page: { pageSize, pageToken }, ownTest }, call);
      return { merchants: page.items.map(toMerchant), nextPageToken: page.nextPageToken };
    },
    async suspendMerchant({ merchantId, reasonCode, reasonText }, call) {
      const request = { merchantId, reasonCode, reasonText: orNull(reasonText) };
      return { merchant: toMerchant(await operations.suspendMerchant(request, call)) };
    },
    async resumeMerchant({ merchantId }, call) {
      return { merchant: toMerchant(await operations.resumeMerchant(merchantId, call)) };
    },
    async closeMerchant({ merchantId }, call) {
      return { merchant: toMerchant(await operations.closeMerchant(merchantId, call)) };
    },
  } satisfies Part;
}

function memberships(operations: AccountOperations) {
  return {
    async upsertMembership({ merchantId, accountId, role }, call) {
      const request = { merchantId, accountId, role: nameOf(MerchantRole, role, "role") };
      return { membership: toMembership(await operations.upsertMembership(request, call)) };
    },
    async removeMembership({ merchantId, accountId }, call) {
      await operations.removeMembership({ merchantId, accountId }, call);
      return {};
    },
    async listMemberships({ merchantId, accountId, pageSize, pageToken }, call) {
      const request = { merchantId: orNull(merchantId), accountId: orNull(accountId), page: { pageSize, pageToken } };
      const page = await operations.listMemberships(request, call);
      return { memberships: page.items.map(toMembership), nextPageToken: page.nextPageToken };
    },
  } satisfies Part;
}

function invitations(operations: AccountOperations) {
  return {
    async createInvitation({ email, merchantId, role, developer, operator }, call) {
      const place = { merchantId: orNull(merchantId), role: nameOf(MerchantRole, role, "role") };
      const issued = await operations.createInvitation({ email, ...place, developer, operator }, call);
      return { ...issued, expiresAt: toTimestamp(issued.expiresAt) };
    },
    async listInvitations({ merchantId, emailPrefix, includeEnded, pageSize, pageToken }, call) {
      const request = { merchantId: orNull(merchantId), emailPrefix, includeEnded, page: { pageSize, pageToken } };
      const page = await operations.listInvitations(request, call);
      return { invitations: page.items.map(toInvitation), nextPageToken: page.nextPageToken };
    },
    async revokeInvitation({ invitationId }, call) {
      return { invitation: toInvitation(await operations.revokeInvitation(invitationId, call)) };
    },
    async getInvitation({ token }) {
      const { merchantName, role, ...rest } = await operations.getInvitation(token);
      return { ...rest, merchantName: merchantName ?? "", role: MerchantRole[role ?? "UNSPECIFIED"] };
    },
    async acceptInvitation({ token, name, password }, call) {
      const { session, account } = await operations.acceptInvitation({ token, name, password }, call);
      return { account: toAccount(account), ...(session !== null && { session: toSession(session) }) };
    },
  } satisfies Part;
}

function serviceKeys(operations: AccountOperations) {
  return {
    async createServiceKey({ name, permissions, expiresAt }, call) {
      const request = { name, permissions, expiresAt: fromTimestamp(expiresAt) };
      const { serviceKey, secret } = await operations.createServiceKey(request, call);
      return { serviceKey: toServiceKey(serviceKey), secret };
    },
    async listServiceKeys({ namePrefix, includeEnded, pageSize, pageToken }, call) {
      const page = await operations.listServiceKeys({ namePrefix, includeEnded, page: { pageSize, pageToken } }, call);
      return { serviceKeys: page.items.map(toServiceKey), nextPageToken: page.nextPageToken };
    },
    async getServiceKey({ serviceKeyId }, call) {
      return { serviceKey: toServiceKey(await operations.getServiceKey(serviceKeyId, call)) };
    },
    async revokeServiceKey({ serviceKeyId }, call) {
      return { serviceKey: toServiceKey(await operations.revokeServiceKey(serviceKeyId, call)) };
    },
  } satisfies Part;
}
