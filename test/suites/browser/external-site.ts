import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { vi } from "vitest";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { type Clients, clients, connectCore } from "../../../src/rpc/client.ts";
import { CALLBACK_PATH } from "../../../src/service/accounts/external-provider.ts";
import { type Person, startProvider, type TestProvider } from "../../unit/service/accounts/provider.ts";
import { type Latchkey, readDemo, startLatchkey } from "../start/latchkey.ts";
import { findPorts } from "../start/ports.ts";

/** The service as started by `npm start`, with an OpenID Connect provider as the platform's login. */
export interface ExternalSite {
  demo: DemoFile;
  core: Clients;
  provider: TestProvider;
  /** Creates a merchant with the permission `accounts:write`, as the platform does. */
  addMerchant(name: string): Promise<string>;
  /** Adds a person who can sign in at the provider. */
  addPerson(claims?: Record<string, unknown>): Person;
  /** Restarts the service on the same data with another provider. */
  moveTo(other: TestProvider): Promise<void>;
  /** A provider for `moveTo`. */
  startProvider(): Promise<TestProvider>;
  close(): Promise<void>;
}

export const LABEL = "Sign in with Harbour ID";

const settingsOf = ({ settings }: TestProvider) => ({
  OIDC_ISSUER: settings.issuer,
  OIDC_CLIENT_ID: settings.clientId,
  OIDC_CLIENT_SECRET: settings.clientSecret,
  OIDC_LABEL: LABEL,
  OIDC_MEMBERSHIP_CLAIM: "shops",
});

export async function startExternalSite(): Promise<ExternalSite> {
  // The provider warns that it runs without TLS, which is intended here.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
  const [dataDir, ports] = await Promise.all([mkdtemp(join(tmpdir(), "latchkey-external-")), findPorts()]);
  const newProvider = () => startProvider(`http://localhost:${ports.HTTP_PORT}${CALLBACK_PATH}`, { loginPage: true });
  const provider = await newProvider();
  const providers = [provider];
  const run = async (at: TestProvider): Promise<Latchkey> => {
    const latchkey = startLatchkey({ env: { DATA_DIR: dataDir, ...ports, ...settingsOf(at) } });
    await latchkey.ready();
    return latchkey;
  };
  let latchkey = await run(provider);
  const demo = readDemo(dataDir);
  const connection = connectCore({ url: `http://${demo.urls.grpc}`, key: demo.service_key });
  const core = clients(connection.transport);
  let made = 0;
  return {
    demo,
    core,
    provider,
    async addMerchant(name) {
      const merchantId = `shop-${made++}`;
      await core.accounts.createMerchant({ merchantId, name });
      return merchantId;
    },
    addPerson(claims = {}) {
      const sub = `person-${made++}`;
      const person = { sub, email: `${sub}@harbour.example`, email_verified: true, name: `Person ${made}`, ...claims };
      provider.people.set(sub, person);
      return person;
    },
    async moveTo(other) {
      await end(latchkey);
      latchkey = await run(other);
      // The gateway reconnects to the new core after a backoff.
      await vi.waitFor(() => core.apps.listScopes({}), { timeout: 120_000, interval: 200 });
    },
    async startProvider() {
      const other = await newProvider();
      providers.push(other);
      return other;
    },
    async close() {
      connection.close();
      await end(latchkey);
      await Promise.all(providers.map((one) => one.close()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function end(latchkey: Latchkey): Promise<void> {
  latchkey.signalGroup("SIGINT");
  await latchkey.ended();
}

/** From the sign-in page to the provider, through its login page, and back. */
export async function signInAtProvider(page: Page, { sub }: Person): Promise<void> {
  await page
    .getByRole("link", { name: LABEL })
    .or(page.getByRole("button", { name: LABEL }))
    .click();
  await page.getByLabel("Login").fill(sub);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
