import type { Token } from "../../credential/token.ts";
import type { Actor, Call, Caller } from "../call.ts";
import type { PageRequest } from "../page.ts";
import { type AcceptInvitation, acceptInvitation } from "./accept-invitation.ts";
import { type CreateAccount, createAccount, type GetAccount, getAccount, listAccounts } from "./account.ts";
import { type AccountRoles, setAccountRoles } from "./account-roles.ts";
import { resumeAccount, type SuspendAccount, suspendAccount } from "./account-standing.ts";
import { type ChangePassword, changePassword } from "./change-password.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { beginExternalSignIn, completeExternalSignIn } from "./external-sign-in.ts";
import { type CreateInvitation, createInvitation, getInvitation } from "./invitation.ts";
import { type ListInvitations, listInvitations, revokeInvitation } from "./invitation-list.ts";
import { type MarkEmailVerified, markEmailVerified } from "./mark-email-verified.ts";
import { removeMembership, type UpsertMembership, upsertMembership } from "./membership.ts";
import { type ListMemberships, listAllMemberships } from "./membership-list.ts";
import { type CreateMerchant, createMerchant, getMerchant, listMerchants } from "./merchant.ts";
import { closeMerchant, resumeMerchant, type SuspendMerchant, suspendMerchant } from "./merchant-standing.ts";
import {
  type CreateServiceKey,
  createServiceKey,
  findServiceKey,
  getServiceKey,
  type ListServiceKeys,
  listServiceKeys,
  revokeServiceKey,
} from "./service-key.ts";
import { getSession, resolveSession, signOut } from "./session.ts";
import { type SignIn, signIn } from "./sign-in.ts";
import { type SignUp, signUp } from "./sign-up.ts";

/** Accounts, sessions, merchants, members, invitations and service keys. Each operation says at its own file who may and what it refuses. */
export type AccountOperations = ReturnType<typeof createAccountOperations>;

export function createAccountOperations(deps: AccountDependencies) {
  return { ...signing(deps), ...accounts(deps), ...merchants(deps), ...invitations(deps), ...serviceKeys(deps) };
}

function signing(deps: AccountDependencies) {
  return {
    signUp: (request: SignUp, call: Call) => signUp(deps, request, call),
    signIn: (request: SignIn, call: Call) => signIn(deps, request, call),
    signOut: (call: Call) => signOut(deps, call),
    getSession: (call: Call, options: { withoutMemberships?: boolean } = {}) => getSession(deps, options, call),
    /** Which ways to sign in are open. */
    getSignInOptions: () => ({
      password: deps.allowPasswords,
      signUp: deps.allowPasswords && deps.allowSignUp,
      externalLabel: deps.external?.settings.label ?? null,
    }),
    beginExternalSignIn: (next: string) => beginExternalSignIn(deps, next),
    completeExternalSignIn: (request: { query: string; browserToken: string }, call: Call) =>
      completeExternalSignIn(deps, request, call),
    changePassword: (request: ChangePassword, call: Call) => changePassword(deps, request, call),
    /** For the mounts: whom a session token speaks for; null for nobody. */
    resolveSession: (token: string): Promise<Actor | null> => resolveSession(deps, token),
  };
}

function accounts(deps: AccountDependencies) {
  return {
    createAccount: (request: CreateAccount, call: Call) => createAccount(deps, request, call),
    getAccount: (request: GetAccount, call: Call) => getAccount(deps, request, call),
    listAccounts: (request: { emailPrefix: string; page: PageRequest }, call: Call) =>
      listAccounts(deps, request, call),
    suspendAccount: (request: SuspendAccount, call: Call) => suspendAccount(deps, request, call),
    resumeAccount: (accountId: string, call: Call) => resumeAccount(deps, accountId, call),
    markEmailVerified: (request: MarkEmailVerified, call: Call) => markEmailVerified(deps, request, call),
    setAccountRoles: (request: AccountRoles, call: Call) => setAccountRoles(deps, request, call),
  };
}

function merchants(deps: AccountDependencies) {
  return {
    createMerchant: (request: CreateMerchant, call: Call) => createMerchant(deps, request, call),
    getMerchant: (merchantId: string, call: Call, options: { withoutMembers?: boolean } = {}) =>
      getMerchant(deps, { merchantId, ...options }, call),
    listMerchants: (request: { namePrefix: string; page: PageRequest; ownTest?: boolean }, call: Call) =>
      listMerchants(deps, request, call),
    suspendMerchant: (request: SuspendMerchant, call: Call) => suspendMerchant(deps, request, call),
    resumeMerchant: (merchantId: string, call: Call) => resumeMerchant(deps, merchantId, call),
    closeMerchant: (merchantId: string, call: Call) => closeMerchant(deps, merchantId, call),
    upsertMembership: (request: UpsertMembership, call: Call) => upsertMembership(deps, request, call),
    listMemberships: (request: ListMemberships, call: Call) => listAllMemberships(deps, request, call),
    removeMembership: (request: { merchantId: string; accountId: string }, call: Call) =>
      removeMembership(deps, request, call),
  };
}

function invitations(deps: AccountDependencies) {
  return {
    createInvitation: (request: CreateInvitation, call: Call) => createInvitation(deps, request, call),
    listInvitations: (request: ListInvitations, call: Call) => listInvitations(deps, request, call),
    revokeInvitation: (invitationId: string, call: Call) => revokeInvitation(deps, invitationId, call),
    getInvitation: (token: string) => getInvitation(deps, token),
    acceptInvitation: (request: AcceptInvitation, call: Call) => acceptInvitation(deps, request, call),
  };
}

function serviceKeys(deps: AccountDependencies) {
  return {
    createServiceKey: (request: CreateServiceKey, call: Call) => createServiceKey(deps, request, call),
    listServiceKeys: (request: ListServiceKeys, call: Call) => listServiceKeys(deps, request, call),
    /** One key for those who look after it. */
    getServiceKey: (serviceKeyId: string, call: Call) => getServiceKey(deps, serviceKeyId, call),
    revokeServiceKey: (serviceKeyId: string, call: Call) => revokeServiceKey(deps, serviceKeyId, call),
    /** For the mounts: who holds a service key (parsed, of type `sk`); null where it does not stand. */
    findServiceKey: (token: Token): Promise<Caller | null> => findServiceKey(deps, token),
  };
}
