import { vi } from "vitest";
import { beginExternalSignIn } from "../../../../src/service/accounts/begin-external-sign-in.ts";
import { completeExternalSignIn } from "../../../../src/service/accounts/complete-external-sign-in.ts";
import type { AccountDependencies } from "../../../../src/service/accounts/dependencies.ts";
import {
  CALLBACK_PATH,
  createExternalProvider,
  type ExternalSettings,
} from "../../../../src/service/accounts/external-provider.ts";
import type { StartedSession } from "../../../../src/service/accounts/start-session.ts";
import { page } from "../../../support/world/calls.ts";
import { useOpened } from "../../../support/world/fixtures.ts";
import { createWorld, type World } from "../../../support/world/world.ts";
import { startProvider, type TestProvider } from "./provider.ts";

/** A world with two identity providers. */
export interface ExternalWorld extends World {
  provider: TestProvider;
  otherProvider: TestProvider;
  /** Sets a new identity at the provider. */
  changePerson(): void;
  /** Dependencies with a provider and these settings. */
  withProvider(settings?: Partial<ExternalSettings>, at?: TestProvider): AccountDependencies;
  /** Signs in at the provider and completes the callback. */
  signInExternally(deps?: AccountDependencies, at?: TestProvider): Promise<{ session: StartedSession; next: string }>;
}

async function createExternalWorld(): Promise<ExternalWorld> {
  // The provider warns that it runs without TLS.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
  const world = await createWorld();
  const { publicUrl } = world.deps;
  const [provider, otherProvider] = await Promise.all([
    startProvider(publicUrl + CALLBACK_PATH),
    startProvider(publicUrl + CALLBACK_PATH),
  ]);
  let count = 0;
  const withProvider: ExternalWorld["withProvider"] = (settings = {}, at = provider) => {
    return { ...world.deps, external: createExternalProvider({ ...at.settings, ...settings }, publicUrl) };
  };
  return {
    ...world,
    provider,
    otherProvider,
    changePerson() {
      const n = count++;
      const email = `person-${n}@example.com`;
      provider.person = { sub: `person-${n}`, email, email_verified: true, name: `Person ${n}` };
    },
    withProvider,
    async signInExternally(deps = withProvider(), at = provider) {
      const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
      return completeExternalSignIn(deps, { query: await at.travel(redirectTo), browserToken }, page);
    },
    close: async () => void (await Promise.all([world.close(), provider.close(), otherProvider.close()])),
  };
}

export const useExternalWorld = () => useOpened(createExternalWorld);
