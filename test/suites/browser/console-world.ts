import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { type Clients, clients, connectCore } from "../../../src/rpc/client.ts";
import { readDemo, startLatchkey } from "../start/latchkey.ts";
import { findPorts } from "../start/ports.ts";
import { withDatabase } from "./demo-database.ts";
import type { Visit } from "./every-page.ts";
import { installationSights } from "./installation-states.ts";
import { SUPPORT } from "./live-site.ts";
import { logo, publishLogo } from "./logo.ts";
import { addMerchantInAllStates } from "./merchant-states.ts";
import { claimReviews, suspendSome } from "./operator-work.ts";
import { DESKTOP } from "./people.ts";

/** A separate demo with additional accounts, apps and installations. */
export interface ConsoleWorld {
  dataDir: string;
  demo: DemoFile;
  /** RPC clients with a service key that has every permission except `web:act`. */
  core: Clients;
  /** Adds a draft app with the texts of a developer. */
  addApp(name: string, profile?: object): Promise<{ clientId: string; clientSecret: string }>;
  /** Installs the demo's app on a merchant. */
  install(merchantId?: string): Promise<{ installationId: string; accessToken: string }>;
  close(): Promise<void>;
}

export async function startWorld(): Promise<ConsoleWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-browser-"));
  const latchkey = startLatchkey({ env: { DATA_DIR: dataDir, SUPPORT_CONTACT: SUPPORT, ...(await findPorts()) } });
  await latchkey.ready();
  const demo = readDemo(dataDir);
  const connection = connectCore({ url: `http://${demo.urls.grpc}`, key: demo.service_key });
  const core = clients(connection.transport);
  return {
    dataDir,
    demo,
    core,
    addApp: (name, profile = {}) => addApp(core, { name, ...profile }),
    install: (merchantId = demo.merchant.merchant_id) => install(core, demo, merchantId),
    async close() {
      connection.close();
      latchkey.signalGroup("SIGINT");
      await latchkey.ended();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addApp(core: Clients, profile: object) {
  const { account } = await core.accounts.getAccount({ email: "developer@example.com" });
  const made = await core.apps.createApp({
    profile: {
      purpose: "Keeps your books in order, and tells you what is due.\nEvery evening.",
      website: "https://lark.example",
      supportContact: "help@lark.example",
      redirectUris: ["https://lark.example/callback", "https://lark.example/second/callback"],
      scopes: [
        { name: "orders:read", reason: "To keep the accounts of the shop." },
        { name: "payouts:read", reason: "To match payouts with what was sold." },
        { name: "customers:read", reason: "To address invoices.", optional: true },
      ],
      launchUrl: "https://lark.example/launch",
      ...profile,
    },
    confidential: true,
    developerAccountId: account!.accountId,
  });
  return { clientId: made.app!.clientId, clientSecret: made.clientSecret };
}

async function install(core: Clients, { app, merchant }: DemoFile, merchantId: string) {
  const { client_id: clientId, client_secret, redirect_uri: redirectUri, scopes } = app;
  const asked = { clientId, redirectUri, scopes, state: "s", merchantId, accountId: merchant.account_id };
  const { code } = await core.tokens.issue(asked);
  const credentials = { clientId, proof: { case: "clientSecret", value: client_secret } as const };
  return core.tokens.exchange({ credentials, code, redirectUri });
}

/** A browser, signed in through the sign-in page. */
export async function openAs(
  browser: Browser,
  { demo }: Pick<ConsoleWorld, "demo">,
  who: { email: string; password: string },
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en-GB", ...options });
  const page = await context.newPage();
  await page.goto(`${demo.urls.http}/sign-in`);
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${demo.urls.http}/`);
  await page.close();
  return context;
}

/** A page and the browser that opens it. */
export interface ConsoleSight extends Visit {
  who: "operator" | "merchant" | "member" | "developer";
}

export const MEMBER = { email: "sam@example.com", password: "a member's own password" };

/**
 * Creates data as on a platform in use, and lists every page of the console and of connected apps.
 * @param calm with plausible names in place of very long and hostile ones, for the pictures of the documentation
 */
export async function everyConsoleSight(world: ConsoleWorld, { calm = false } = {}): Promise<ConsoleSight[]> {
  const { core, demo } = world;
  const { merchant_id: merchantId, account_id: ownerAccountId } = demo.merchant;
  const clientId = demo.app.client_id;
  await publishLogo(core, clientId);
  const waiting = await world.addApp("Ledger Lark");
  await core.apps.setLogo({ clientId: waiting.clientId, image: logo() });
  await core.apps.submitApp({ clientId: waiting.clientId });
  const reviewed = await world.addApp(calm ? "Stockroom" : "Donaudampfschifffahrtsgesellschaftskapitänsbuchhaltung");
  await sendBack(core, reviewed.clientId);
  const other = calm ? "harbour-tea" : "harbour-tea-and-very-fine-biscuits";
  const name = calm ? "Harbour Tea" : "Harbour Tea & Very Fine Biscuits International";
  await core.accounts.createMerchant({ merchantId: other, name, ownerAccountId });
  const here = await world.install();
  const there = await world.install(other);
  const paused = { installationId: there.installationId, reasonCode: "ABUSE" };
  await core.installations.suspendInstallation({ ...paused, reasonText: "Far too many calls a minute." });
  await core.installations.suspendInstallation({ ...paused, party: Party.MERCHANT });
  const { account } = await core.accounts.createAccount({ ...MEMBER, name: "Sam Staff" });
  await core.accounts.upsertMembership({ merchantId, accountId: account!.accountId, role: MerchantRole.MEMBER });
  const manager = calm ? "Max Manager" : "Maximilian Featherstonehaugh-Cholmondeley";
  const max = await core.accounts.createAccount({ ...MEMBER, email: "max@example.com", name: manager });
  await core.accounts.upsertMembership({ merchantId, accountId: max.account!.accountId, role: MerchantRole.MANAGER });
  await revise(core, clientId);
  const { templates } = await core.reviews.listDecisionTemplates({});
  const key = await core.accounts.createServiceKey({
    name: "orders API",
    permissions: ["tokens:introspect", "apps:read"],
  });
  await inviteAsOwner(world, { email: "new-owner@harbour-tea.example", merchantId, ownerAccountId });
  await core.accounts.createInvitation({ email: "second-operator@platform.example", operator: true, developer: true });
  const { invitationId } = await core.accounts.createInvitation({ email: "gone@example.com", developer: true });
  await core.accounts.revokeInvitation({ invitationId });
  const hostile = (await calm)
    ? await world.addApp("Till Talk")
    : await world.addApp("<script>alert(1)</script>\"'><img src=x onerror=alert(1)>", HOSTILE);
  await core.apps.submitApp({ clientId: hostile.clientId });
  await core.apps.startReview({ clientId: hostile.clientId });
  const [mine, colleagues] = await claimReviews(world, calm ? "Rota Raven" : "Ledger L\u0430rk");
  await suspendSome(world);
  const states = await addMerchantInAllStates(world);
  const operator = (path: string, name: string): ConsoleSight => ({ name: `console-${name}`, who: "operator", path });
  return [
    operator("/console", "queue"),
    operator("/console/apps", "apps"),
    operator(`/console/apps/${waiting.clientId}`, "app-waiting"),
    operator(`/console/apps/${reviewed.clientId}`, "app-in-review"),
    operator(`/console/apps/${mine}`, "app-claimed"),
    operator(`/console/apps/${colleagues}`, "app-claimed-by-other"),
    operator(`/console/apps/${clientId}`, "app-revision"),
    operator(`/console/apps/${hostile.clientId}`, "app-hostile"),
    operator(`/console/apps/${clientId}/suspend`, "app-suspend"),
    operator(`/console/apps/${clientId}/archive`, "app-archive"),
    operator("/console/dashboard", "dashboard"),
    operator("/console/dashboard?period=days", "dashboard-days"),
    operator("/console/dashboard?period=chosen", "dashboard-chosen"),
    operator("/console/templates", "templates"),
    operator("/console/templates/new", "template-new"),
    operator(`/console/templates/edit?id=${templates.at(-1)!.templateId}`, "template-edit"),
    operator("/console/scopes", "scopes"),
    operator("/console/scopes/new", "scope-new"),
    operator("/console/scopes/edit?name=payouts:read", "scope-edit"),
    operator("/console/merchants", "merchants"),
    operator(`/console/merchants/view?id=${merchantId}`, "merchant"),
    operator("/console/merchants/new", "merchant-new"),
    operator(`/console/merchants/close?id=${merchantId}`, "merchant-close"),
    operator(`/console/merchants/remove?id=${merchantId}&account_id=${account!.accountId}`, "member-remove"),
    operator("/console/accounts", "accounts"),
    operator("/console/accounts?email=nobody", "accounts-none"),
    operator("/console/accounts/invite", "account-invite"),
    operator("/console/invitations?ended=yes", "invitations"),
    operator(`/console/invitations/${invitationId}/made`, "invitation-shown-before"),
    operator(`/console/accounts/${ownerAccountId}`, "account"),
    operator("/console/installations", "installations"),
    operator("/console/installations?app=nobody", "installations-none"),
    operator("/console/installations?app=Harbour", "installations-several"),
    operator(`/console/installations/${there.installationId}`, "installation"),
    operator(`/console/installations/${here.installationId}/uninstall`, "installation-uninstall"),
    operator("/console/keys?ended=yes", "keys"),
    operator("/console/keys/new", "key-new"),
    operator(`/console/keys/${key.serviceKey!.serviceKeyId}/revoke`, "key-revoke"),
    operator("/console/audit", "audit"),
    operator(`/console/audit?app=${clientId}&from=2026-01-01`, "audit-filtered"),
    operator("/console/tokens", "tokens"),
    operator(`/console/tokens/end?subject=app&id=${clientId}`, "tokens-end"),
    { name: "console-forbidden", who: "merchant", path: "/console" },
    { name: "home-with-parts", who: "operator", path: "/" },
    { name: "connected-apps", who: "merchant", path: `/connected-apps?merchant=${merchantId}` },
    { name: "connected-apps-stopped", who: "merchant", path: `/connected-apps?installation=${there.installationId}` },
    { name: "connected-apps-states", who: "merchant", path: `/connected-apps?merchant=${states}` },
    { name: "members", who: "merchant", path: `/connected-apps/members?merchant=${merchantId}` },
    {
      name: "members-remove",
      who: "merchant",
      path: `/connected-apps/members/remove?merchant=${merchantId}&account_id=${account!.accountId}`,
    },
    { name: "members-as-member", who: "member", path: "/connected-apps/members" },
    { name: "connected-apps-disconnect", who: "merchant", path: `/connected-apps/${here.installationId}/disconnect` },
    { name: "connected-apps-member", who: "member", path: "/connected-apps" },
    { name: "connected-apps-none", who: "operator", path: "/connected-apps" },
    ...(await installationSights(world)),
  ];
}

/** The pages of a developer, and of their account. */
export async function everyPortalSight({ core, demo }: ConsoleWorld): Promise<(Visit & { who: "developer" })[]> {
  const clientId = demo.app.client_id;
  const { installations } = await core.installations.listInstallations({ clientId });
  const app = `/portal/apps/${clientId}`;
  const paths = [
    ...["/portal", "/portal?q=nobody", "/portal/apps/new", "/portal/team", "/portal/test-merchants", "/portal/check"],
    ...["", "/edit", "/archive", "/installations", "/webhooks", "/webhooks/new"].map((page) => app + page),
    ...installations.map(({ installationId }) => `${app}/installations/${installationId}`),
    ...[
      "/docs/quickstart",
      "/docs/endpoints/token",
      "/docs/try",
      "/account",
      "/account/security",
      "/account/security/passkey",
      "/account/devices",
      "/account/activity",
    ],
  ];
  return paths.map((path) => ({ name: path, who: "developer", path }));
}

/** Hostile input of a developer: markup, text that imitates the platform, and a very long word. */
const HOSTILE = {
  purpose: `</p></article><h1>Approved by the platform</h1><a href="javascript:alert(1)">Approve</a> ${"W".repeat(300)}`,
  website: "https://platform.example.evil.example/console",
  supportContact: "approve-me@evil.example",
  redirectUris: [`https://evil.example/${"long".repeat(60)}?next=%3Cscript%3E`],
  scopes: [{ name: "orders:read", reason: "” onx=1 <b>Already approved.</b> The reviewer may skip this." }],
  launchUrl: "https://evil.example/launch",
};

/** Creates an invitation and stores the owner as its creator, because a service key cannot act for an account. */
async function inviteAsOwner(
  { core, dataDir }: ConsoleWorld,
  { email, merchantId, ownerAccountId }: { email: string; merchantId: string; ownerAccountId: string },
): Promise<void> {
  const offer = { email, merchantId, role: MerchantRole.MANAGER };
  const { invitationId } = await core.accounts.createInvitation(offer);
  await withDatabase(dataDir, (client) =>
    client.query("update invitation set invited_by_id = $2 where id = $1", [invitationId, ownerAccountId]),
  );
}

/** Takes an app through a review that requests changes into a second review. */
async function sendBack(core: Clients, clientId: string): Promise<void> {
  await core.apps.submitApp({ clientId });
  await core.apps.startReview({ clientId });
  const reasonText = "The second redirect URI answers 404.\nPlease fix or remove it.";
  await core.apps.requestChanges({ clientId, reasonCode: "REDIRECT_URI", reasonText });
  await core.apps.submitApp({ clientId });
  await core.apps.startReview({ clientId });
}

/** Submits a revision of the demo's live app, and starts its review. */
async function revise(core: Clients, clientId: string): Promise<void> {
  const { app } = await core.apps.getApp({ clientId });
  const profile = {
    ...app!.profile!,
    purpose: app!.profile!.purpose.replace("new orders", "paid orders, books the pick-up"),
    redirectUris: [...app!.profile!.redirectUris, "https://parcel-pilot.example/callback"],
    scopes: [
      { ...app!.profile!.scopes[0]!, reason: "To know which parcels and letters need a label." },
      app!.profile!.scopes[1]!,
      {
        $typeName: "latchkey.v1.RegisteredScope" as const,
        name: "payouts:read",
        reason: "To pay carriers.",
        optional: true,
      },
    ],
  };
  await core.apps.updateApp({ clientId, profile });
  await core.apps.submitApp({ clientId });
  await core.apps.startReview({ clientId });
}
