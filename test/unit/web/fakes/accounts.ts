import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  type AcceptInvitationRequest,
  type Account,
  AccountLinkPurpose,
  type BeginExternalSignInRequest,
  type ChangeEmailRequest,
  type CompleteExternalSignInRequest,
  type ConfirmEmailRequest,
  type DeclineInvitationRequest,
  type GetAccountLinkRequest,
  type GetInvitationRequest,
  type ListMembershipsRequest,
  MerchantState,
  type RequestPasswordResetRequest,
  type ResetPasswordRequest,
  type SignInRequest,
  type SignUpRequest,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { RequestError } from "../../../../src/service/errors.ts";
import type { Session } from "./clients.ts";
import { type FakeInvitation, type FakeMerchant, refuse, type World } from "./world.ts";

/** The limit of cases C11: this many wrong passwords per account. */
const ATTEMPTS = 10;
const IN_A_WEEK = 7 * 24 * 3600 * 1000;

export function accountFake(world: World) {
  const sessionOf = (account: Account) => ({
    sessionToken: world.signIn(account),
    expiresAt: timestampFromDate(new Date(Date.now() + IN_A_WEEK)),
    account,
  });
  return {
    getSignInOptions: () => ({
      password: world.passwordsOpen,
      signUp: world.passwordsOpen && world.signUpOpen,
      externalLabel: world.external.label,
      mail: world.sendsMail,
    }),
    startPasskeySignIn: () => ({ options: world.passkeyOptions }),
    getSecondFactors: () => ({ hasPassword: true, passkeys: [], verificationRequired: false }),
    ...links(world),
    getSession: (_: unknown, session: Session) => {
      const account = world.accountOf(session);
      const memberships = world.merchants.flatMap((merchant) => membershipsOf(world, merchant, account.accountId));
      const { closedMerchants } = world;
      const secondFactorRequired = world.secondFactorRequired && account.operator;
      return { account, memberships, closedMerchants, secondFactorRequired };
    },
    listMemberships: ({ merchantId }: ListMembershipsRequest, session: Session) => {
      const { accountId } = world.accountOf(session);
      const merchant = world.merchants.find((one) => one.merchantId === merchantId && one.roles.has(accountId));
      if (merchant === undefined || world.membershipsGone) throw refuse("not_found", "MERCHANT_NOT_FOUND");
      return { memberships: membershipsOf(world, merchant) };
    },
    signIn: ({ email, password }: SignInRequest, session: Session) => {
      if (!world.passwordsOpen) throw refuse("permission_denied", "PASSWORD_CLOSED");
      const failed = world.failures.get(email) ?? 0;
      if (failed >= ATTEMPTS) throw throttled();
      const found = world.accounts.find(({ account }) => account.email === email);
      if (found?.password !== password) {
        world.failures.set(email, failed + 1);
        throw refuse("unauthenticated", "CREDENTIALS", "E-mail or password is wrong.");
      }
      if (session !== null) world.sessions.delete(session);
      return { session: sessionOf(found.account) };
    },
    signOut: (_: unknown, session: Session) => {
      world.accountOf(session);
      world.sessions.delete(session ?? "");
      return {};
    },
    signUp: ({ email, name, password }: SignUpRequest) => {
      if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid("email");
      if (world.accounts.some(({ account }) => account.email === email)) throw refuse("already_exists", "EMAIL");
      return { session: sessionOf(world.addAccount({ email, name, developer: true }, password)) };
    },
    beginExternalSignIn: ({ next }: BeginExternalSignInRequest) => {
      if (world.external.label === "") throw refuse("failed_precondition", "EXTERNAL_SIGN_IN_OFF");
      world.external.pending.set("provider-state", { browserToken: "browser-token", next });
      return { redirectTo: "https://login.example/authorize?state=provider-state", browserToken: "browser-token" };
    },
    completeExternalSignIn: ({ query, browserToken }: CompleteExternalSignInRequest) => {
      const pending = world.external.pending.get(new URLSearchParams(query).get("state") ?? "");
      if (pending?.browserToken !== browserToken) throw refuse("invalid_argument", "EXTERNAL_SIGN_IN");
      const metadata = { next: pending.next };
      if (query.includes("error="))
        throw new RequestError("failed_precondition", "EXTERNAL_DENIED", "denied", { metadata });
      return { session: sessionOf(world.accounts[0]!.account), next: pending.next };
    },
    ...invitations(world, sessionOf),
  };
}

/** The memberships of a merchant. @param of only that of this account */
function membershipsOf(world: World, { merchantId, name, test, roles, suspended }: FakeMerchant, of?: string) {
  const merchantState = suspended ? MerchantState.SUSPENDED : MerchantState.ACTIVE;
  return [...roles]
    .filter(([accountId]) => of === undefined || of === accountId)
    .map(([accountId, role]) => ({
      ...{ merchantId, merchantName: name, accountId, role, merchantState, test },
      accountName: world.accounts.find(({ account }) => account.accountId === accountId)?.account.name ?? "",
    }));
}

function invitations(world: World, sessionOf: (account: Account) => unknown) {
  const find = (token: string): FakeInvitation => {
    const invitation = world.invitations.get(token);
    if (invitation === undefined || invitation.used) throw refuse("not_found", "INVITATION");
    return invitation;
  };
  return {
    getInvitation: ({ token }: GetInvitationRequest) => {
      const { email, merchantName, role, accountName = "", invitedByName = "Mia Merchant" } = find(token);
      const held = world.accounts.find(({ account }) => account.email === email)?.account;
      const heldUnverified = held !== undefined && held.emailVerifiedAt === undefined;
      const expiresAt = timestampFromDate(new Date(Date.now() + IN_A_WEEK));
      const holder = { accountExists: held !== undefined, heldUnverified, accountName };
      const offer = { email, merchantName, role, ...holder };
      return world.previousCore ? offer : { ...offer, invitedByName, expiresAt };
    },
    declineInvitation: ({ token }: DeclineInvitationRequest) => {
      find(token).used = true;
      return {};
    },
    acceptInvitation: ({ token, name, password }: AcceptInvitationRequest, session: Session) => {
      const invitation = find(token);
      const account = session === null ? null : world.accountOf(session);
      if (account !== null && account.email !== invitation.email) throw refuse("permission_denied", "EMAIL");
      invitation.used = true;
      if (account !== null) return { account };
      return { session: sessionOf(world.addAccount({ email: invitation.email, name }, password)) };
    },
  };
}

/** The links that the core would send by mail work once. Those that start with `verify` are for addresses, the others for passwords. */
function links(world: World) {
  const take = (token: string) => {
    if (!world.links.delete(token)) throw refuse("not_found", "LINK_NOT_FOUND");
  };
  return {
    requestPasswordReset: ({ email }: RequestPasswordResetRequest) => {
      if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid("email");
      if (world.requested.push(email) > 3) throw throttled();
      return {};
    },
    getAccountLink: ({ token }: GetAccountLinkRequest, session: Session) => {
      if (!world.links.has(token)) throw refuse("not_found", "LINK_NOT_FOUND");
      if (!token.startsWith("verify")) return { purpose: AccountLinkPurpose.RESET_PASSWORD };
      return { purpose: AccountLinkPurpose.VERIFY_EMAIL, email: world.accountOf(session).email };
    },
    resetPassword: ({ token, newPassword }: ResetPasswordRequest) => {
      take(token);
      world.accounts[0]!.password = newPassword;
      return {};
    },
    createPasswordResetLink: () => ({ url: "https://login.example/reset-password?token=operators" }),
    sendVerificationEmail: (_: unknown, session: Session) => {
      world.requested.push(world.accountOf(session).email);
      return {};
    },
    changeEmail: ({ newEmail, currentPassword }: ChangeEmailRequest, session: Session) => {
      const { accountId } = world.accountOf(session);
      const found = world.accounts.find(({ account }) => account.accountId === accountId);
      if (found?.password !== currentPassword) throw refuse("permission_denied", "CREDENTIALS");
      if (newEmail === found.account.email) throw refuse("failed_precondition", "EMAIL_UNCHANGED");
      world.requested.push(newEmail);
      world.waitingEmail = newEmail;
      return {};
    },
    getEmailChange: () => ({ newEmail: world.waitingEmail }),
    resendEmailChange: () => {
      if (world.waitingEmail === "") throw refuse("failed_precondition", "NO_EMAIL_CHANGE");
      world.requested.push(world.waitingEmail);
      return {};
    },
    cancelEmailChange: () => {
      if (world.waitingEmail === "") throw refuse("failed_precondition", "NO_EMAIL_CHANGE");
      world.waitingEmail = "";
      return {};
    },
    confirmEmail: ({ token }: ConfirmEmailRequest, session: Session) => {
      const account = world.accountOf(session);
      take(token);
      account.emailVerifiedAt = timestampFromDate(new Date());
      account.email = world.waitingEmail || account.email;
      world.waitingEmail = "";
      return { account: { ...account } };
    },
  };
}

function throttled(): RequestError {
  return new RequestError("resource_exhausted", "LIMIT", "Too many failed attempts.", { retryAfterSeconds: 720 });
}

function invalid(field: string): RequestError {
  return new RequestError("invalid_argument", "INVALID", "Check the fields.", {
    violations: [{ field, description: `${field} is not well formed` }],
  });
}
