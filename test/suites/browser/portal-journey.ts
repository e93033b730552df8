import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { type Installation, RefreshFailure } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Clients } from "../../../src/rpc/client.ts";
import { logo } from "./logo.ts";

export interface Journey {
  page: Page;
  /** PUBLIC_URL. */
  url: string;
  /** RPC clients with a service key that has every permission, for the operator's actions. */
  core: Clients;
  /** Called on every page, in every state that a developer can meet. */
  look(name: string): Promise<void>;
}

export interface JourneyResult {
  clientId: string;
  secrets: string[];
}

const PASSWORD = "correct horse battery staple";
const CALLBACK = "https://parcels.example/callback";

/** The journey of a developer from the sign-up to a live app with a pending revision. Works without scripts. */
export async function visitPortalPages(given: Journey): Promise<JourneyResult> {
  // The call of a click resolves as soon as the next page begins to load.
  const look = (name: string) => given.page.waitForLoadState("load").then(() => given.look(name));
  const journey: Journey = { ...given, look };
  await signUp(journey);
  await fillIn(journey);
  const first = await submit(journey);
  const clientId = await passReview(journey);
  const second = await rollSecrets(journey, clientId);
  await revise(journey, clientId);
  const refuse = await connect(journey, clientId, first);
  await tryOut(journey, clientId, refuse);
  await addWebhook(journey, clientId);
  await checkLinks(journey, clientId);
  await tryCalls(journey, second);
  await changePassword(journey);
  return { clientId, secrets: [first, second] };
}

async function signUp({ page, url, core, look }: Journey): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("Your name").fill("Parcel Pilot GmbH");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((at) => at.pathname !== "/sign-up");
  await navigate(page, "Developer portal");
  await look("portal-empty");
  await link(page, "Create an app").click();
  await look("portal-new-unverified");
  const { account } = await core.accounts.getAccount({ email });
  await core.accounts.markEmailVerified({ accountId: account!.accountId, email });
  await page.reload();
  await look("portal-new");
}

/** Submits invalid input first, which the form must keep. */
async function fillIn({ page, look }: Journey): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Parcel Pilot");
  await page.getByLabel("Website").fill("http://parcels.example");
  await page.getByLabel("Redirect URI 1", { exact: true }).fill("http://parcels.example/callback");
  await page.getByRole("checkbox", { name: "See your orders" }).check();
  await submitForm(page);
  await look("portal-new-faulty");
}

/** Follows a link of the navigation, which a phone shows in its menu. */
async function navigate(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("load");
  const menu = page.locator("header.top .menu > summary");
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("link", { name }).first().click();
}

/** A link by its name; it may look like a button. */
function link(page: Page, text: string) {
  return page.getByRole("main").locator("a", { hasText: text }).first();
}

async function submitForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit for review" }).click();
}

async function submit({ page, look }: Journey): Promise<string> {
  await page
    .getByLabel("Purpose")
    .fill("Prints shipping labels for new orders and tells your customers where their parcel is.");
  await page.getByLabel("Website").fill("https://parcels.example");
  await page.getByLabel("Support contact").fill("help@parcels.example");
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo() });
  await page.getByLabel("Redirect URI 1", { exact: true }).fill(CALLBACK);
  await page.getByLabel("Why do you need “See your orders”?").fill("To know which parcels need a label.");
  await submitForm(page);
  await look("portal-created");
  const secret = await page.getByRole("textbox", { name: "client_secret" }).inputValue();
  await link(page, "Continue to the app").click();
  await look("portal-app-submitted");
  return secret;
}

async function passReview({ page, core, look }: Journey): Promise<string> {
  const clientId = /app_[0-9A-Za-z]+/.exec(page.url())?.[0] ?? "";
  await page.goto(`${page.url()}/edit`);
  await look("portal-under-review");
  await page.getByRole("link", { name: "Back to the app" }).click();
  await core.apps.startReview({ clientId });
  const reasonText = "Please say which carriers it works with.\nThe website does not open for us.";
  await core.apps.requestChanges({ clientId, reasonCode: "PURPOSE", reasonText });
  await page.reload();
  await look("portal-app-changes-requested");
  await link(page, "Edit").click();
  await page.getByLabel("Purpose").fill("Prints DHL and UPS labels for new orders.");
  await submitForm(page);
  await core.apps.startReview({ clientId });
  await core.apps.approveApp({ clientId });
  await page.reload();
  await look("portal-app-live");
  return clientId;
}

async function rollSecrets({ page, look }: Journey, clientId: string): Promise<string> {
  await page.getByRole("button", { name: "Add secret" }).click();
  await look("portal-secret-made");
  const secret = await page.getByRole("textbox", { name: "client_secret" }).inputValue();
  await link(page, "Back to Parcel Pilot").click();
  await page.getByRole("link", { name: "Retire the secret" }).first().click();
  await look("portal-secret-retire");
  await page.getByRole("button", { name: "Retire in 7 days" }).click();
  await page.waitForURL(`**/portal/apps/${clientId}`);
  return secret;
}

async function revise({ page, look }: Journey, clientId: string): Promise<void> {
  await link(page, "Edit app").click();
  await page.getByLabel("Name", { exact: true }).fill("Parcel Pilot Pro");
  await page.getByLabel("Redirect URI 2", { exact: true }).fill("https://parcels.example/second");
  await page.getByRole("checkbox", { name: "See your products" }).check();
  await page.getByLabel("Why do you need “See your products”?").fill("To know how heavy a parcel is.");
  await page
    .getByRole("checkbox", { name: "Optional: the app also works without it" })
    .locator("visible=true")
    .last()
    .check();
  await look("portal-edit-live");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.waitForURL(`**/portal/apps/${clientId}`);
  await look("portal-app-revision");
  await page.getByRole("link", { name: "Archive app" }).click();
  await look("portal-archive");
  await page.getByRole("link", { name: "Cancel" }).click();
}

/** Two merchants connect the app. For one of them, the app presents a used refresh token; the returned function presents it again. */
async function connect({ core }: Journey, clientId: string, clientSecret: string): Promise<() => Promise<unknown>> {
  let refuse: () => Promise<unknown> = () => Promise.resolve();
  const credentials = { clientId, proof: { case: "clientSecret", value: clientSecret } as const };
  const email = `${randomUUID()}@example.com`;
  const { account } = await core.accounts.createAccount({ email, name: "Olga Owner" });
  const accountId = account?.accountId ?? "";
  for (const name of ["Harbour Coffee", "Harbour Tea & Very Fine Biscuits International"]) {
    const { merchant } = await core.accounts.createMerchant({ name, ownerAccountId: accountId });
    const about = { clientId, redirectUri: CALLBACK, scopes: ["orders:read"], state: "s", accountId };
    const { code } = await core.tokens.issue({ ...about, merchantId: merchant?.merchantId ?? "" });
    const first = await core.tokens.exchange({ credentials, code, redirectUri: CALLBACK });
    const second = await core.tokens.refresh({ credentials, refreshToken: first.refreshToken });
    if (name === "Harbour Coffee") continue;
    await core.tokens.refresh({ credentials, refreshToken: second.refreshToken });
    refuse = () => core.tokens.refresh({ credentials, refreshToken: first.refreshToken }).catch(() => null);
    await refuse();
  }
  return refuse;
}

async function tryOut({ page, core, look }: Journey, clientId: string, refuse: () => Promise<unknown>): Promise<void> {
  await navigate(page, "Test merchants");
  await page.getByLabel("Name", { exact: true }).fill("Corner shop");
  await page.getByRole("button", { name: "Create" }).click();
  await look("portal-test-merchants");
  await page.getByRole("button", { name: "Install" }).click();
  await look("portal-start-at-app");
  await untilHealthIsWritten(core, clientId, refuse);
  await page.goto(page.url().replace(/\/portal\/.*/, `/portal/apps/${clientId}/installations`));
  await look("portal-installations");
  await page.getByRole("link", { name: "Overview" }).click();
  await look("portal-app-in-use");
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Installations/ })
    .click();
  await page.getByRole("link", { name: "Harbour Coffee" }).click();
  await look("portal-installation");
  await page.locator("summary", { hasText: "Pause installation" }).click();
  await page.getByLabel("Reason (optional)").fill("We move our servers.\nBack at noon.");
  await page.getByRole("button", { name: "Pause installation" }).click();
  await page.getByRole("button", { name: "Resume installation" }).waitFor();
  await look("portal-installation-paused");
  await page.getByRole("button", { name: "Resume installation" }).click();
  await page.locator("summary", { hasText: "Pause installation" }).waitFor();
}

/**
 * Waits until the expiry of the tokens and a refresh failure are stored, which happens after the responses. Repeats the failure, because
 * one may be lost.
 */
async function untilHealthIsWritten(core: Clients, clientId: string, refuse: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await refuse();
    const { installations } = await core.installations.listInstallations({ clientId });
    const hasFailed = ({ lastFailure }: Installation) => lastFailure !== RefreshFailure.UNSPECIFIED;
    if (installations.some(hasFailed) && installations.some((one) => !hasFailed(one) && one.tokensExpireAt)) return;
    await setTimeout(500);
  }
}

/** Adds an endpoint without a receiver, so that its test event waits for the next attempt. */
async function addWebhook({ page, url, look }: Journey, clientId: string): Promise<void> {
  await page.goto(`${url}/portal/apps/${clientId}`);
  await link(page, "Manage webhooks").click();
  await look("portal-webhooks-empty");
  await link(page, "Add endpoint").click();
  await page.getByLabel("URL").fill("http://hooks.parcels.example/latchkey");
  await page.getByLabel("Only these").check();
  await page.getByLabel("app.approved").check();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await look("portal-webhook-new-faulty");
  await page.getByLabel("URL").fill("https://hooks.parcels.example/latchkey");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await look("portal-webhook-secret");
  await link(page, "Go to the endpoint").click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await look("portal-webhook-delivery");
  await page.getByRole("link", { name: "hooks.parcels.example" }).click();
  await look("portal-webhook");
  await link(page, "Replay events").click();
  await look("portal-webhook-replay");
  await page.getByRole("link", { name: "Cancel" }).click();
}

async function checkLinks({ page, url, look }: Journey, clientId: string): Promise<void> {
  await navigate(page, "Check a link");
  await look("portal-check");
  const faulty = `${url}/oauth/authorize?client_id=${clientId}&redirect_uri=${encodeURIComponent(`${CALLBACK}/`)}&scope=orders:read+payouts&response_type=token&colour=red`;
  await page.getByLabel("Authorization URL").fill(faulty);
  await page.getByRole("button", { name: "Check" }).click();
  await look("portal-check-faults");
  const good = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: "orders:read",
    state: randomUUID(),
  });
  await page.getByLabel("Authorization URL").fill(`${url}/oauth/authorize?${good}`);
  await page.getByRole("button", { name: "Check" }).click();
  await look("portal-check-good");
  await page.goto(`${url}/portal`);
  await look("portal-list");
}

/** Calls with a wrong secret, then with the right one. */
async function tryCalls({ page, url, look }: Journey, secret: string): Promise<void> {
  await page.goto(`${url}/docs/try`);
  await look("docs-try");
  await page.getByRole("button", { name: "Continue" }).click();
  await look("docs-try-allow");
  await page.getByLabel("Client secret").fill("lk_cs_wrong");
  await page.getByRole("button", { name: "Allow and exchange" }).click();
  await look("docs-try-failed");
  await link(page, "Start again").click();
  await page.getByLabel("Client secret").fill(secret);
  await page.getByRole("button", { name: "Allow and exchange" }).click();
  await look("docs-try-tokens");
  await page.getByLabel("Client secret").fill(secret);
  await page.getByRole("button", { name: "Revoke the refresh token" }).click();
  await look("docs-try-revoked");
}

async function changePassword({ page, url, look }: Journey): Promise<void> {
  await page.goto(`${url}/account/security`);
  await page.locator("summary", { hasText: "Change password" }).click();
  await page.locator("#current_password").fill(PASSWORD);
  await page.getByLabel("New password").fill(`${PASSWORD} again`);
  await page.getByRole("button", { name: "Change password" }).click();
  await look("account-changed");
}
