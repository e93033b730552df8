import { create, type DescService, type MessageInitShape } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ConsentService } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { InstallationService } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { ReviewService } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { WebhookService } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { accountService } from "../../../../src/rpc/services/account-service.ts";
import { appService } from "../../../../src/rpc/services/app-service.ts";
import { consentService } from "../../../../src/rpc/services/consent-service.ts";
import { installationService } from "../../../../src/rpc/services/installation-service.ts";
import { reviewService } from "../../../../src/rpc/services/review-service.ts";
import { webhookService } from "../../../../src/rpc/services/webhook-service.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { removeTeamMember } from "../../../../src/service/accounts/remove-team-member.ts";
import { RequestError } from "../../../../src/service/errors.ts";
import { addWebhookSecret } from "../../../../src/service/webhooks/add-webhook-secret.ts";
import { sendTestWebhook } from "../../../../src/service/webhooks/send-test-webhook.ts";
import { addAccount, bySession, type TestAccount } from "../../../support/world/accounts.ts";
import { createDraft } from "../../../support/world/apps.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { installOn } from "../../../support/world/installations.ts";
import { addMember } from "../../../support/world/teams.ts";
import { addEndpoint, depsOf } from "../../service/webhooks/world.ts";

const { world } = useAppWorld();

/** The objects of the team. */
interface Subject {
  teamId: string;
  /** The client id of a draft. */
  clientId: string;
  installationId: string;
  installedClientId: string;
  endpointId: string;
  deliveryId: string;
  secretId: string;
  webhookSecretId: string;
  merchantId: string;
}

const CALLERS = ["developer", "owner", "member", "removed", "other team", "operator", "reviewing member"] as const;
type Caller = (typeof CALLERS)[number];
const callers = {} as Record<Caller, TestAccount>;

beforeAll(async () => {
  const [team, other] = [await addAccount(world, { developer: true }), await addAccount(world, { developer: true })];
  callers.developer = team;
  callers.owner = await addMember(world, team, { role: "OWNER" });
  callers.member = await addMember(world, team);
  callers.removed = await addMember(world, team, { role: "OWNER", developer: true });
  callers["other team"] = await addMember(world, other, { developer: true });
  callers.operator = await addAccount(world, { operator: true });
  callers["reviewing member"] = await addMember(world, team, { operator: true });
  const removal = { teamId: team.accountId, accountId: callers.removed.accountId };
  await removeTeamMember(world.deps, removal, callers.owner.call);
});

async function createSubject(): Promise<Subject> {
  const { accountId: teamId, call } = callers.developer;
  const { app, secrets } = await createDraft(world, call);
  const { id: endpointId } = await addEndpoint(world, app.clientId);
  const { entry } = await addWebhookSecret(depsOf(world), { endpointId }, call);
  const { id: deliveryId } = await sendTestWebhook(depsOf(world), { endpointId }, call);
  const installed = await installOn(world, await world.app({ developerId: teamId }));
  const shop = { merchantId: null, name: "Shop", ownerAccountId: null, test: true };
  const { id: merchantId } = await createMerchant(world.deps, shop, call);
  const { installationId } = installed.pair;
  const subject = { teamId, clientId: app.clientId, endpointId, deliveryId, merchantId };
  const secretIds = { secretId: secrets[0]!.id, webhookSecretId: entry.id };
  return { ...subject, ...secretIds, installationId, installedClientId: installed.app.clientId };
}

/** The verdict for each caller that is not allowed. */
type Rule = Partial<Record<Caller, string>>;

const STRANGERS = (reason: string): Rule => ({ removed: reason, "other team": reason });
const READ = STRANGERS("NOT_FOUND");
const WRITE: Rule = { ...READ, operator: "DEVELOPER_ONLY" };
const OPERATORS = { developer: "OPERATOR_ONLY", owner: "OPERATOR_ONLY", member: "OPERATOR_ONLY" };
const REVIEW: Rule = { ...READ, ...OPERATORS, "reviewing member": "OWN_APP" };
const OF_TEAM = STRANGERS("OTHER_ACCOUNT");
/** Operators may act for every merchant and app, and refuse only the party of the app. */
const AS_APP: Rule = { ...READ, operator: "PARTY" };
const EXISTING_TEAM = STRANGERS("TEAM_NOT_FOUND");
const MANAGE: Rule = { ...EXISTING_TEAM, member: "OWNER_ONLY" };

type Rows<S extends DescService> = {
  [N in keyof S["method"]]: { rule: Rule; request(subject: Subject): MessageInitShape<S["method"][N]["input"]> } | null;
};
const row = <R>(rule: Rule, request: (subject: Subject) => R) => ({ rule, request });
const ofApp = (rule: Rule, more: object = {}) => row(rule, ({ clientId }) => ({ clientId, ...more }));
const ofEndpoint = (rule: Rule, more: object = {}) => row(rule, ({ endpointId }) => ({ endpointId, ...more }));
const ofDelivery = (rule: Rule) => row(rule, ({ deliveryId }) => ({ deliveryId }));
const ofTeam = (rule: Rule, more: object = {}) => row(rule, ({ teamId }) => ({ teamAccountId: teamId, ...more }));
const reason = { reasonCode: "OTHER", reasonText: "Because." };

/** Null: the RPC does not depend on the app's developer. */
const APPS: Rows<typeof AppService> = {
  createApp: row({ ...OF_TEAM, operator: "OTHER_ACCOUNT" }, ({ teamId }) => ({
    developerAccountId: teamId,
    profile: { name: "New" },
  })),
  getApp: ofApp(READ),
  listApps: row(OF_TEAM, ({ teamId }) => ({ developerAccountId: teamId })),
  getAppStatistics: ofApp(READ),
  updateApp: ofApp(WRITE),
  discardRevision: ofApp(WRITE),
  submitApp: ofApp(WRITE),
  withdrawApp: ofApp(WRITE),
  startReview: ofApp(REVIEW),
  approveApp: ofApp(REVIEW),
  requestChanges: ofApp(REVIEW, reason),
  rejectApp: ofApp(REVIEW, reason),
  suspendApp: ofApp({ ...REVIEW, "reviewing member": undefined }, reason),
  resumeApp: ofApp(REVIEW),
  archiveApp: ofApp(READ),
  addSecret: ofApp(WRITE),
  retireSecret: row(WRITE, ({ clientId, secretId }) => ({ clientId, secretId })),
  setLogo: ofApp(WRITE),
  getLogo: null,
  listScopes: null,
  upsertScope: null,
  validateApp: row({ ...READ, operator: "DEVELOPER_ONLY" }, ({ clientId }) => ({ clientId, profile: {} })),
  validateAuthorizeUrl: row({ ...READ, operator: "DEVELOPER_ONLY" }, ({ clientId }) => ({
    url: `https://auth.example.com/oauth/authorize?client_id=${clientId}`,
  })),
};

const INSTALLATIONS: Rows<typeof InstallationService> = {
  getInstallation: row(READ, ({ installationId }) => ({ installationId })),
  listInstallations: row(READ, ({ installedClientId: clientId }) => ({ clientId })),
  // Only members of the merchant and operators read it.
  listInstallationHistory: null,
  listConnectedApps: null,
  summarizeMerchants: null,
  countInstallations: row(READ, ({ installedClientId: clientId }) => ({ clientId })),
  suspendInstallation: row(AS_APP, ({ installationId }) => ({ installationId, party: 1, ...reason })),
  resumeInstallation: row(AS_APP, ({ installationId }) => ({ installationId, party: 1 })),
  // Only the merchant and operators uninstall with a session.
  uninstall: row(
    { ...AS_APP, developer: "PARTY", owner: "PARTY", member: "PARTY", "reviewing member": "PARTY" },
    ({ installationId }) => ({ installationId, party: 1 }),
  ),
  // Only the merchant takes scopes back.
  removeScopes: row(
    { ...AS_APP, developer: "PARTY", owner: "PARTY", member: "PARTY", "reviewing member": "PARTY" },
    ({ installationId }) => ({ installationId, scopes: ["orders.write"] }),
  ),
  uninstallByApp: null,
};

const everyone = { ...STRANGERS("OPERATOR_ONLY"), ...OPERATORS };
const REVIEWS: Partial<Rows<typeof ReviewService>> = {
  getReview: ofApp(everyone),
  claimReview: ofApp(REVIEW),
  releaseReview: ofApp({ ...REVIEW, "reviewing member": undefined }),
};

const REVIEW_PARTS = { hosts: { check: async () => new Map() }, platformName: async () => "Latchkey" };

const WEBHOOKS: Rows<typeof WebhookService> = {
  createWebhookEndpoint: ofApp(WRITE, { url: "https://example.com/" }),
  updateWebhookEndpoint: ofEndpoint(WRITE),
  getWebhookEndpoint: ofEndpoint(READ),
  listWebhookEndpoints: ofApp(READ),
  addWebhookSecret: ofEndpoint(WRITE),
  retireWebhookSecret: row(WRITE, ({ endpointId, webhookSecretId: secretId }) => ({ endpointId, secretId })),
  sendTestWebhook: ofEndpoint(WRITE),
  listWebhookDeliveries: ofEndpoint(READ),
  getWebhookDelivery: ofDelivery(READ),
  replayWebhookDelivery: ofDelivery(WRITE),
  replayWebhookDeliveries: ofEndpoint(WRITE),
  deleteWebhookEndpoint: ofEndpoint(WRITE),
};

const outsideTeam: Rule = { ...READ, operator: "NOT_FOUND" };
const CONSENT: Partial<Rows<typeof ConsentService>> = {
  startAuthorization: row(outsideTeam, ({ clientId }) => ({
    parameters: Object.entries({
      client_id: clientId,
      redirect_uri: "https://parcel.example/callback",
      response_type: "code",
      scope: "orders.read",
      state: "0123456789",
    }).map(([name, value]) => ({ name, value })),
  })),
  startInstall: row(STRANGERS("APP_NOT_FOUND"), ({ clientId, merchantId }) => ({ clientId, merchantId, test: true })),
};
CONSENT.startInstall!.rule.operator = "APP_NOT_FOUND";

const ACCOUNTS: Partial<Rows<typeof AccountService>> = {
  createMerchant: row(OF_TEAM, ({ teamId }) => ({ name: "Shop", test: true, ownerAccountId: teamId })),
  listMerchants: ofTeam({ ...OF_TEAM, operator: "OTHER_ACCOUNT" }, { ownTest: true }),
  listMemberships: row(STRANGERS("MERCHANT_NOT_FOUND"), ({ merchantId }) => ({ merchantId })),
  listTeamMembers: ofTeam(EXISTING_TEAM),
  setTeamMemberRole: ofTeam(MANAGE, { accountId: "x", role: 2 }),
  removeTeamMember: ofTeam(MANAGE, { accountId: "x" }),
  createInvitation: ofTeam(MANAGE, { email: "new@example.com", teamRole: 2 }),
  listInvitations: ofTeam(MANAGE),
};

const DENIALS = [
  ...["NOT_FOUND", "DEVELOPER_ONLY", "OPERATOR_ONLY", "OTHER_ACCOUNT", "OWN_APP", "PARTY", "OWNER_ONLY"],
  ...["TEAM_NOT_FOUND", "APP_NOT_FOUND", "MERCHANT_NOT_FOUND", "MERCHANT_REFUSED"],
];

/** RPCs after which their subject no longer exists. */
const ENDING = ["deleteWebhookEndpoint", "retireWebhookSecret"];

type Rpc = (request: object, call: TestAccount["call"]) => Promise<object>;

/** The reason of the denial, or "allowed" also for errors that only callers with access get. */
async function verdictOf(rpc: Rpc, request: object, account: TestAccount): Promise<string> {
  try {
    const response = await rpc(request, await bySession(world, account.token));
    // These two return a response for an app that the caller may not see.
    if ("findings" in response && "clientId" in response) return response.clientId === "" ? "NOT_FOUND" : "allowed";
    return "outcome" in response && (response.outcome as { case: string }).case === "errorPage"
      ? "NOT_FOUND"
      : "allowed";
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return DENIALS.includes(error.reason) ? error.reason : "allowed";
  }
}

describe.each([
  { service: AppService, rows: APPS, implement: () => appService(world.deps) },
  { service: InstallationService, rows: INSTALLATIONS, implement: () => installationService(world.deps) },
  { service: ReviewService, rows: REVIEWS, implement: () => reviewService({ ...world.deps, ...REVIEW_PARTS }) },
  { service: WebhookService, rows: WEBHOOKS, implement: () => webhookService({ ...depsOf(world), ...world.deps }) },
  { service: ConsentService, rows: CONSENT, implement: () => consentService(world.deps) },
  { service: AccountService, rows: ACCOUNTS, implement: () => accountService(world.deps) },
])("the team of a developer in $service.name", ({ service, rows, implement }) => {
  const cases = Object.entries(rows).flatMap(([name, one]) => (one === null ? [] : [{ name, ...one }]));

  test.each(cases)("$name", async ({ name, rule, request }) => {
    const subject = await createSubject();
    const { input } = service.methods.find(({ localName }) => localName === name)!;
    const rpc = (implement() as unknown as Record<string, Rpc>)[name]!;
    const message = create(input, request(subject) as never);
    // Denials first: an allowed call may end the app.
    const order = [...CALLERS].sort((a, b) => Number(rule[b] !== undefined) - Number(rule[a] !== undefined));
    const verdicts: Partial<Record<Caller, string>> = {};
    for (const caller of order) {
      const isGone = ENDING.includes(name) && verdicts.developer !== undefined;
      const sent = isGone ? create(input, request(await createSubject()) as never) : message;
      verdicts[caller] = await verdictOf(rpc, sent, callers[caller]);
    }
    const expected = CALLERS.map((caller) => [caller, rule[caller] ?? "allowed"]);
    expect(verdicts).toEqual(Object.fromEntries(expected));
  });
});
