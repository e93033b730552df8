import { hash, randomBytes } from "node:crypto";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type Account,
  AccountSchema,
  type ClosedMerchantSchema,
  MerchantRole,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { AppSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  type ConsentApp,
  ConsentAppSchema,
  type ConsentScope,
  ConsentScopeSchema,
  InstallStart,
  ScopeSensitivity,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type {
  CountInstallationsResponseSchema,
  InstallationHistoryEntrySchema,
  InstallationSchema,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { BrandSchema, GetDashboardResponseSchema } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponseSchema } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { RequestError, type RequestErrorKind } from "../../../../src/service/errors.ts";

export interface FakeAccount {
  account: Account;
  password: string;
}

export interface FakeMerchant {
  merchantId: string;
  name: string;
  test: boolean;
  suspended: boolean;
  /** Roles by account id. */
  roles: Map<string, MerchantRole>;
  /** Granted scopes by client id. */
  grants: Map<string, string[]>;
  /** The client ids of the apps whose tokens for the merchant have expired. */
  expired: Set<string>;
  /** Those of `expired` whose tokens were revoked. */
  revoked: Set<string>;
  /** The client ids of the apps that were allowed and have not finished connecting. */
  pending: Set<string>;
  /** The parties that have suspended an app, by client id. */
  stops: Map<string, Partial<Record<"suspendedByMerchant" | "suspendedByApp" | "suspendedByOperator", boolean>>>;
}

export interface FakeApp {
  app: ConsentApp;
  scopes: ConsentScope[];
  start: InstallStart;
  /** Its redirect URI, and where an install starts. */
  redirectUri: string;
  launchUrl: string;
  logo: { image: Uint8Array; mediaType: string } | null;
}

export interface FakeInteraction {
  id: string;
  app: FakeApp;
  requested: string[];
  state: string;
  accountId: string | null;
  preselected: string;
  startedByInstall: boolean;
  loginAfter: number | null;
  redirectTo: string;
  over: boolean;
  /** Denied once: the core answers a second denial like the first one. */
  denied?: boolean;
}

export interface FakeSession {
  accountId: string;
  /** Counts sign-ins: a later one is fresher. */
  madeAt: number;
}

/** The state that the fakes of the services share: accounts, merchants, apps, sessions, and the changes of them. */
export class World {
  readonly accounts: FakeAccount[] = [];
  readonly merchants: FakeMerchant[] = [];
  /** The closed merchants of every account. */
  closedMerchants: MessageInitShape<typeof ClosedMerchantSchema>[] = [];
  readonly apps: FakeApp[] = [];
  /** The installations of merchants, for their lists of connected apps. */
  readonly installations: MessageInitShape<typeof InstallationSchema>[] = [];
  /** The events of installations by id, newest first. */
  readonly histories = new Map<string, MessageInitShape<typeof InstallationHistoryEntrySchema>[]>();
  readonly interactions: FakeInteraction[] = [];
  readonly sessions = new Map<string, FakeSession>();
  readonly failures = new Map<string, number>();
  /** The sizes of the review queue. */
  queue: MessageInitShape<typeof GetReviewQueueResponseSchema> = {};
  /** The counts of the platform; null for a core that does not count. */
  dashboard: MessageInitShape<typeof GetDashboardResponseSchema> | null = null;
  /** The health of all installations; null for a core that cannot count it. */
  health: MessageInitShape<typeof CountInstallationsResponseSchema> | null = null;
  /** The apps that a reviewer has returned to their developer. */
  returned: MessageInitShape<typeof AppSchema>[] = [];
  readonly invitations = new Map<string, FakeInvitation>();
  /** Codes that were issued: what an approval led to. */
  readonly approvals: { merchantId: string; scopes: string[] }[] = [];
  passwordsOpen = true;
  /** The operator role does not work in the sessions until a second factor is set up. */
  secondFactorRequired = false;
  /** The WebAuthn options of a sign-in; empty if passkeys are not possible. */
  passkeyOptions = "";
  readonly external = { label: "", pending: new Map<string, { browserToken: string; next: string }>() };
  signUpOpen = true;
  /** The stored brand. */
  brand: MessageInitShape<typeof BrandSchema> = {};
  sendsMail = true;
  /** Tokens of links that work. */
  readonly links = new Set<string>();
  /** Addresses that a link was requested for. */
  readonly requested: string[] = [];
  /** The new address that is not confirmed yet; empty without one. */
  waitingEmail = "";
  /** How long an answer takes on its way back, in milliseconds: what was done is done by then. */
  answerDelay = 0;
  /** Thrown by every call until it is null again. */
  outage: unknown = null;
  /** True for a core of the previous release, without the newest RPCs and fields. */
  previousCore = false;
  /** True if memberships end after the session was read. */
  membershipsGone = false;
  #ticks = 0;

  tick(): number {
    this.#ticks += 1;
    return this.#ticks;
  }

  addAccount(values: MessageInitShape<typeof AccountSchema> & { email: string }, password = PASSWORD): Account {
    const account = create(AccountSchema, {
      accountId: `acc-${this.accounts.length + 1}`,
      hasPassword: true,
      emailVerifiedAt: timestampFromMs(0),
      ...values,
    });
    this.accounts.push({ account, password });
    return account;
  }

  addMerchant(merchantId: string, name: string, roles: [Account, MerchantRole][]): FakeMerchant {
    const merchant: FakeMerchant = {
      merchantId,
      name,
      test: false,
      suspended: false,
      roles: new Map(roles.map(([{ accountId }, role]) => [accountId, role])),
      grants: new Map(),
      expired: new Set(),
      revoked: new Set(),
      pending: new Set(),
      stops: new Map(),
    };
    this.merchants.push(merchant);
    return merchant;
  }

  addApp(app: MessageInitShape<typeof ConsentAppSchema>, rest: Partial<FakeApp> = {}): FakeApp {
    const made: FakeApp = {
      app: create(ConsentAppSchema, { clientId: `app_${this.apps.length + 1}`, verified: true, ...app }),
      scopes: SCOPES.map((scope) => create(ConsentScopeSchema, scope)),
      start: InstallStart.LAUNCH_URL,
      redirectUri: "https://parcels.example/callback",
      launchUrl: "https://parcels.example/launch",
      logo: null,
      ...rest,
    };
    this.apps.push(made);
    return made;
  }

  /** As an authorization request leaves it. */
  begin(app: FakeApp, values: Partial<FakeInteraction> = {}): FakeInteraction {
    const interaction: FakeInteraction = {
      id: `int-${this.interactions.length + 1}`,
      app,
      requested: app.scopes.map(({ name }) => name),
      state: "st4te",
      accountId: null,
      preselected: "",
      startedByInstall: false,
      loginAfter: null,
      redirectTo: "",
      over: false,
      ...values,
    };
    this.interactions.push(interaction);
    return interaction;
  }

  signIn(account: Account): string {
    const token = randomBytes(32).toString("base64url");
    this.sessions.set(token, { accountId: account.accountId, madeAt: this.tick() });
    return token;
  }

  accountOf(token: string | null): Account {
    const session = token === null ? undefined : this.sessions.get(token);
    const found = this.accounts.find(({ account }) => account.accountId === session?.accountId);
    if (found === undefined) throw new RequestError("unauthenticated", "SESSION", "You are signed out.");
    return found.account;
  }

  /** As in the core, an app in test works on test merchants only. */
  mayConsent(account: Account, { verified }: Pick<ConsentApp, "verified">): FakeMerchant[] {
    return this.merchants.filter(({ roles, suspended, test }) => {
      if (suspended || (!verified && !test)) return false;
      const role = roles.get(account.accountId);
      return role === MerchantRole.OWNER || role === MerchantRole.MANAGER;
    });
  }
}

export interface FakeInvitation {
  accountName?: string;
  /** An owner's name. */
  invitedByName?: string;
  email: string;
  merchantName: string;
  role: MerchantRole;
  used: boolean;
}

export const PASSWORD = "correct horse battery staple";

export function csrfOf(session: string, interactionId: string, key = "newest key"): string {
  return hash("sha256", `${key}|${session}|${interactionId}`, "base64url");
}

/** As the core does while TOKEN_KEY is rolled: the newest key makes tokens, all verify. */
export function csrfMatches(presented: string, session: string, interactionId: string): boolean {
  return ["newest key", OLDER_KEY].some((key) => presented.split(".")[0] === csrfOf(session, interactionId, key));
}

export const OLDER_KEY = "older key";

export function refuse(kind: RequestErrorKind, reason: string, message = reason): RequestError {
  return new RequestError(kind, reason, message);
}

const SCOPES: MessageInitShape<typeof ConsentScopeSchema>[] = [
  {
    name: "orders:read",
    title: "See your orders",
    description: "Order numbers, items, totals and when they were placed.",
    sensitivity: ScopeSensitivity.NORMAL,
    reason: "To know which parcels need a label.",
    required: true,
  },
  {
    name: "products:read",
    title: "See your products",
    description: "Names, prices and stock of what you sell.",
    sensitivity: ScopeSensitivity.NORMAL,
    reason: "To work out the weight of a parcel.",
    required: false,
  },
  {
    name: "customers:read",
    title: "See your customers",
    description: "Names, addresses and e-mail addresses of people who bought from you.",
    sensitivity: ScopeSensitivity.SENSITIVE,
    reason: "To print the address and send the tracking link.",
    required: false,
  },
];
