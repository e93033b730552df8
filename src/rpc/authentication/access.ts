import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { AccountService } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { InstallationService } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Right } from "../../service/call.ts";

/** Who may call an RPC at all. Roles, ownership and memberships of the acting account are for the service. */
export interface Access {
  /** The service key that has this right acts by it, over everything; null: no right of a key suffices. */
  right: Right | null;
  /** Whether a caller with `web:act` may call: for the account of a session, or for nobody yet. Absent: it may not. */
  session?: "required" | "optional";
}

type AccessOf<S extends DescService> = Record<keyof S["method"], Access>;

const TOKENS: AccessOf<typeof TokenService> = {
  issue: { right: "tokens:issue" },
  exchange: { right: "tokens:forward" },
  refresh: { right: "tokens:forward" },
  revoke: { right: "tokens:forward" },
  introspect: { right: "tokens:introspect" },
  batchIntrospect: { right: "tokens:introspect" },
  watchRevocations: { right: "tokens:introspect" },
  endBefore: { right: "tokens:end", session: "required" },
};

const CONSENT: AccessOf<typeof ConsentService> = {
  begin: { right: null, session: "optional" },
  get: { right: null, session: "required" },
  approve: { right: null, session: "required" },
  deny: { right: null, session: "required" },
  getInstall: { right: null, session: "optional" },
  startInstall: { right: null, session: "required" },
};

const APPS: AccessOf<typeof AppService> = {
  createApp: { right: "apps:write", session: "required" },
  getApp: { right: "apps:read", session: "required" },
  listApps: { right: "apps:read", session: "required" },
  updateApp: { right: "apps:write", session: "required" },
  discardRevision: { right: "apps:write", session: "required" },
  submitApp: { right: "apps:write", session: "required" },
  withdrawApp: { right: "apps:write", session: "required" },
  startReview: { right: "apps:review", session: "required" },
  approveApp: { right: "apps:review", session: "required" },
  requestChanges: { right: "apps:review", session: "required" },
  rejectApp: { right: "apps:review", session: "required" },
  suspendApp: { right: "apps:review", session: "required" },
  reinstateApp: { right: "apps:review", session: "required" },
  archiveApp: { right: "apps:review", session: "required" },
  addSecret: { right: "apps:write", session: "required" },
  retireSecret: { right: "apps:write", session: "required" },
  setLogo: { right: "apps:write", session: "required" },
  getLogo: { right: "apps:read", session: "required" },
  // The names stand in the public metadata, which the gateway answers to anybody.
  listScopes: { right: "apps:read", session: "optional" },
  putScope: { right: "apps:review", session: "required" },
  checkApp: { right: "apps:write", session: "required" },
  checkAuthorizeUrl: { right: "apps:write", session: "required" },
};

const INSTALLATIONS: AccessOf<typeof InstallationService> = {
  getInstallation: { right: "installations:read", session: "required" },
  listInstallations: { right: "installations:read", session: "required" },
  suspendInstallation: { right: "installations:write", session: "required" },
  resumeInstallation: { right: "installations:write", session: "required" },
  uninstall: { right: "installations:write", session: "required" },
  uninstallByApp: { right: "tokens:forward" },
};

const ACCOUNTS: AccessOf<typeof AccountService> = {
  signUp: { right: null, session: "optional" },
  signIn: { right: null, session: "optional" },
  signOut: { right: null, session: "required" },
  getSession: { right: null, session: "required" },
  getSignInOptions: { right: null, session: "optional" },
  beginExternalSignIn: { right: null, session: "optional" },
  completeExternalSignIn: { right: null, session: "optional" },
  changePassword: { right: null, session: "required" },
  createAccount: { right: "accounts:write", session: "required" },
  getAccount: { right: "accounts:read", session: "required" },
  listAccounts: { right: "accounts:read", session: "required" },
  suspendAccount: { right: "accounts:write", session: "required" },
  reinstateAccount: { right: "accounts:write", session: "required" },
  setAccountRoles: { right: "accounts:write", session: "required" },
  markEmailVerified: { right: "accounts:write", session: "required" },
  createMerchant: { right: "accounts:write", session: "required" },
  getMerchant: { right: "accounts:read", session: "required" },
  listMerchants: { right: "accounts:read", session: "required" },
  suspendMerchant: { right: "accounts:write", session: "required" },
  resumeMerchant: { right: "accounts:write", session: "required" },
  closeMerchant: { right: "accounts:write", session: "required" },
  putMembership: { right: "accounts:write", session: "required" },
  removeMembership: { right: "accounts:write", session: "required" },
  listMemberships: { right: "accounts:read", session: "required" },
  listInvitations: { right: "accounts:read", session: "required" },
  withdrawInvitation: { right: "accounts:write", session: "required" },
  createInvitation: { right: "accounts:write", session: "required" },
  getInvitation: { right: null, session: "optional" },
  acceptInvitation: { right: null, session: "optional" },
  createServiceKey: { right: "keys:write", session: "required" },
  listServiceKeys: { right: "keys:write", session: "required" },
  getServiceKey: { right: "keys:write", session: "required" },
  revokeServiceKey: { right: "keys:write", session: "required" },
};

const AUDIT: AccessOf<typeof AuditService> = {
  listAuditEvents: { right: "audit:read", session: "required" },
};

/** Every service of the contract, each RPC with who may call it. A new RPC without an entry does not compile. */
const TABLE: readonly { service: DescService; access: Readonly<Record<string, Access>> }[] = [
  { service: TokenService, access: TOKENS },
  { service: ConsentService, access: CONSENT },
  { service: AppService, access: APPS },
  { service: InstallationService, access: INSTALLATIONS },
  { service: AccountService, access: ACCOUNTS },
  { service: AuditService, access: AUDIT },
];

const ACCESS = new Map<DescMethod, Access>(
  TABLE.flatMap(({ service, access }) =>
    service.methods.flatMap((method): [DescMethod, Access][] => {
      const entry = access[method.localName];
      return entry === undefined ? [] : [[method, entry]];
    }),
  ),
);

/** Who may call `method`; null for an RPC that is in no table, which nobody may. */
export function accessOf(method: DescMethod): Access | null {
  return ACCESS.get(method) ?? null;
}
