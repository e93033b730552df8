import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { LiveSite } from "./live-site.ts";

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

/** A person's browser with its own cookies. It is signed in if an account is given. */
export async function openBrowser(
  browser: Browser,
  site: LiveSite,
  { account = null, ...options }: BrowserContextOptions & { account?: Account | null } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en-GB", ...options });
  if (account !== null) {
    await context.addCookies([{ name: "latchkey", value: site.world.signIn(account), url: site.url, httpOnly: true }]);
  }
  return context;
}
