import type { Page } from "playwright-core";

/** A virtual platform authenticator that confirms every request at once. */
export interface VirtualAuthenticator {
  verifyUser(verified: boolean): Promise<void>;
  /** Without presence, the later requests of the browser stay open. */
  setPresence(present: boolean): Promise<void>;
  /** The number of passkeys that it keeps. */
  countPasskeys(): Promise<number>;
}

/** Gives a page a virtual authenticator. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async verifyUser(verified) {
      await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: verified });
    },
    async setPresence(enabled) {
      await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async countPasskeys() {
      return (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
    },
  };
}
