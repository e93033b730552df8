import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { Authorization } from "../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { AccountService } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { EventService } from "../../../gen/latchkey/v1/event_service_pb.ts";
import { InstallationService } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { PlatformService } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import { ReviewService } from "../../../gen/latchkey/v1/review_service_pb.ts";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { WebhookService } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import type { Permission } from "../../service/call.ts";

/** The access rule of an RPC. The service checks roles, ownership and memberships of the acting account. */
export interface Access {
  /** A service key with this permission has full access to the RPC; null if no permission suffices. */
  permission: Permission | null;
  /**
   * For callers with `web:act`. `required`: the call needs a session; `optional`: a session is allowed; absent: such callers are denied.
   */
  session?: "required" | "optional";
}

type AccessOf<S extends DescService> = Record<keyof S["method"], Access>;

const TOKENS: AccessOf<typeof TokenService> = {
  issue: { permission: "tokens:issue" },
  exchange: { permission: "tokens:forward" },
  refresh: { permission: "tokens:forward" },
  revoke: { permission: "tokens:forward" },
  introspect: { permission: "tokens:introspect" },
  batchIntrospect: { permission: "tokens:introspect" },
  watchRevocations: { permission: "tokens:introspect" },
  revokeBefore: { permission: "tokens:revoke", session: "required" },
};

const CONSENT: AccessOf<typeof ConsentService> = {
  startAuthorization: { permission: null, session: "optional" },
  getInteraction: { permission: null, session: "required" },
  getInteractionApp: { permission: null, session: "optional" },
  releaseInteraction: { permission: null, session: "required" },
  approve: { permission: null, session: "required" },
  deny: { permission: null, session: "required" },
  getInstallPage: { permission: null, session: "optional" },
  startInstall: { permission: null, session: "required" },
};

const APPS: AccessOf<typeof AppService> = {
  createApp: { permission: "apps:write", session: "required" },
  getApp: { permission: "apps:read", session: "required" },
  listApps: { permission: "apps:read", session: "required" },
  getAppStatistics: { permission: "apps:read", session: "required" },
  updateApp: { permission: "apps:write", session: "required" },
  discardRevision: { permission: "apps:write", session: "required" },
  submitApp: { permission: "apps:write", session: "required" },
  withdrawApp: { permission: "apps:write", session: "required" },
  startReview: { permission: "apps:review", session: "required" },
  approveApp: { permission: "apps:review", session: "required" },
  requestChanges: { permission: "apps:review", session: "required" },
  rejectApp: { permission: "apps:review", session: "required" },
  suspendApp: { permission: "apps:review", session: "required" },
  resumeApp: { permission: "apps:review", session: "required" },
  archiveApp: { permission: "apps:review", session: "required" },
  addSecret: { permission: "apps:write", session: "required" },
  retireSecret: { permission: "apps:write", session: "required" },
  setLogo: { permission: "apps:write", session: "required" },
  // Install links show the logo before the sign-in.
  getLogo: { permission: "apps:read", session: "optional" },
  // The scope names are part of the public metadata (RFC 8414).
  listScopes: { permission: "apps:read", session: "optional" },
  upsertScope: { permission: "apps:review", session: "required" },
  validateApp: { permission: "apps:write", session: "required" },
  validateAuthorizeUrl: { permission: "apps:write", session: "required" },
};

const INSTALLATIONS: AccessOf<typeof InstallationService> = {
  getInstallation: { permission: "installations:read", session: "required" },
  listInstallationHistory: { permission: "installations:read", session: "required" },
  listInstallations: { permission: "installations:read", session: "required" },
  listConnectedApps: { permission: "installations:read", session: "required" },
  countInstallations: { permission: "installations:read", session: "required" },
  summarizeMerchants: { permission: null, session: "required" },
  suspendInstallation: { permission: "installations:write", session: "required" },
  resumeInstallation: { permission: "installations:write", session: "required" },
  uninstall: { permission: "installations:write", session: "required" },
  removeScopes: { permission: "installations:write", session: "required" },
  uninstallByApp: { permission: "tokens:forward" },
};

const ACCOUNTS: AccessOf<typeof AccountService> = {
  signUp: { permission: null, session: "optional" },
  signIn: { permission: null, session: "optional" },
  getPendingSignIn: { permission: null, session: "optional" },
  completeSignIn: { permission: null, session: "optional" },
  startPasskeySignIn: { permission: null, session: "optional" },
  signInWithPasskey: { permission: null, session: "optional" },
  signOut: { permission: null, session: "required" },
  getSession: { permission: null, session: "required" },
  listSessions: { permission: null, session: "required" },
  listSecurityEvents: { permission: null, session: "required" },
  endSession: { permission: null, session: "required" },
  acknowledgeFailedSignIn: { permission: null, session: "required" },
  endOtherSessions: { permission: null, session: "required" },
  getSignInOptions: { permission: null, session: "optional" },
  beginExternalSignIn: { permission: null, session: "optional" },
  completeExternalSignIn: { permission: null, session: "optional" },
  changePassword: { permission: null, session: "required" },
  requestPasswordReset: { permission: null, session: "optional" },
  getAccountLink: { permission: null, session: "optional" },
  resetPassword: { permission: null, session: "optional" },
  createPasswordResetLink: { permission: "accounts:write", session: "required" },
  sendVerificationEmail: { permission: null, session: "required" },
  changeEmail: { permission: null, session: "required" },
  getEmailChange: { permission: null, session: "required" },
  resendEmailChange: { permission: null, session: "required" },
  cancelEmailChange: { permission: null, session: "required" },
  confirmEmail: { permission: null, session: "required" },
  getSecondFactors: { permission: null, session: "required" },
  reauthenticate: { permission: null, session: "required" },
  startTotpSetup: { permission: null, session: "required" },
  confirmTotpSetup: { permission: null, session: "required" },
  removeTotp: { permission: null, session: "required" },
  startPasskeySetup: { permission: null, session: "required" },
  confirmPasskeySetup: { permission: null, session: "required" },
  renamePasskey: { permission: null, session: "required" },
  removePasskey: { permission: null, session: "required" },
  createRecoveryCodes: { permission: null, session: "required" },
  resetSecondFactor: { permission: "accounts:write", session: "required" },
  setAccountLanguage: { permission: null, session: "required" },
  getAccountClosure: { permission: null, session: "required" },
  closeAccount: { permission: null, session: "required" },
  createAccount: { permission: "accounts:write", session: "required" },
  getAccount: { permission: "accounts:read", session: "required" },
  listAccounts: { permission: "accounts:read", session: "required" },
  suspendAccount: { permission: "accounts:write", session: "required" },
  resumeAccount: { permission: "accounts:write", session: "required" },
  setAccountRoles: { permission: "accounts:write", session: "required" },
  setAccountName: { permission: "accounts:write", session: "required" },
  markEmailVerified: { permission: "accounts:write", session: "required" },
  createMerchant: { permission: "accounts:write", session: "required" },
  getMerchant: { permission: "accounts:read", session: "required" },
  listMerchants: { permission: "accounts:read", session: "required" },
  suspendMerchant: { permission: "accounts:write", session: "required" },
  resumeMerchant: { permission: "accounts:write", session: "required" },
  closeMerchant: { permission: "accounts:write", session: "required" },
  upsertMembership: { permission: "accounts:write", session: "required" },
  removeMembership: { permission: "accounts:write", session: "required" },
  listMemberships: { permission: "accounts:read", session: "required" },
  listTeamMembers: { permission: "accounts:read", session: "required" },
  setTeamMemberRole: { permission: "accounts:write", session: "required" },
  removeTeamMember: { permission: "accounts:write", session: "required" },
  listInvitations: { permission: "accounts:read", session: "required" },
  revokeInvitation: { permission: "accounts:write", session: "required" },
  createInvitation: { permission: "accounts:write", session: "required" },
  getInvitation: { permission: null, session: "optional" },
  acceptInvitation: { permission: null, session: "optional" },
  declineInvitation: { permission: null, session: "optional" },
  createServiceKey: { permission: "keys:write", session: "required" },
  listServiceKeys: { permission: "keys:write", session: "required" },
  getServiceKey: { permission: "keys:write", session: "required" },
  revokeServiceKey: { permission: "keys:write", session: "required" },
};

const AUDIT: AccessOf<typeof AuditService> = {
  listAuditEvents: { permission: "audit:read", session: "required" },
};

const EVENTS: AccessOf<typeof EventService> = {
  listEvents: { permission: "events:read" },
  watchEvents: { permission: "events:read" },
};

const WEBHOOKS: AccessOf<typeof WebhookService> = {
  createWebhookEndpoint: { permission: "apps:write", session: "required" },
  updateWebhookEndpoint: { permission: "apps:write", session: "required" },
  deleteWebhookEndpoint: { permission: "apps:write", session: "required" },
  getWebhookEndpoint: { permission: "apps:read", session: "required" },
  listWebhookEndpoints: { permission: "apps:read", session: "required" },
  addWebhookSecret: { permission: "apps:write", session: "required" },
  retireWebhookSecret: { permission: "apps:write", session: "required" },
  sendTestWebhook: { permission: "apps:write", session: "required" },
  listWebhookDeliveries: { permission: "apps:read", session: "required" },
  getWebhookDelivery: { permission: "apps:read", session: "required" },
  replayWebhookDelivery: { permission: "apps:write", session: "required" },
  replayWebhookDeliveries: { permission: "apps:write", session: "required" },
};

const PLATFORM: AccessOf<typeof PlatformService> = {
  getBrand: { permission: null, session: "optional" },
  updateBrand: { permission: null, session: "required" },
  getDashboard: { permission: "apps:review", session: "required" },
};

const REVIEWS: AccessOf<typeof ReviewService> = {
  getReviewQueue: { permission: "apps:review", session: "required" },
  getReview: { permission: "apps:review", session: "required" },
  claimReview: { permission: null, session: "required" },
  releaseReview: { permission: null, session: "required" },
  listDecisionTemplates: { permission: "apps:review", session: "required" },
  upsertDecisionTemplate: { permission: "apps:review", session: "required" },
  deleteDecisionTemplate: { permission: "apps:review", session: "required" },
};

const AUTHORIZATION: AccessOf<typeof Authorization> = {
  check: { permission: "tokens:introspect" },
};

/** The access rules of every RPC. An RPC without an entry does not compile. */
const TABLE: readonly { service: DescService; access: Readonly<Record<string, Access>> }[] = [
  { service: TokenService, access: TOKENS },
  { service: ConsentService, access: CONSENT },
  { service: AppService, access: APPS },
  { service: InstallationService, access: INSTALLATIONS },
  { service: AccountService, access: ACCOUNTS },
  { service: AuditService, access: AUDIT },
  { service: EventService, access: EVENTS },
  { service: WebhookService, access: WEBHOOKS },
  { service: PlatformService, access: PLATFORM },
  { service: ReviewService, access: REVIEWS },
  { service: Authorization, access: AUTHORIZATION },
];

const ACCESS = new Map<DescMethod, Access>(
  TABLE.flatMap(({ service, access }) =>
    service.methods.flatMap((method): [DescMethod, Access][] => {
      const entry = access[method.localName];
      return entry === undefined ? [] : [[method, entry]];
    }),
  ),
);

/** The access rule of `method`; null denies every caller. */
export function accessOf(method: DescMethod): Access | null {
  return ACCESS.get(method) ?? null;
}
