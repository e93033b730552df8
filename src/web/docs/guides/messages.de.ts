import { authorization } from "./authorization.de.ts";
import { goLive } from "./go-live.de.ts";
import type { en } from "./messages.en.ts";
import { retries } from "./retries.de.ts";
import { scopes } from "./scopes.de.ts";
import { testMerchants } from "./test-merchants.de.ts";
import { tokens } from "./tokens.de.ts";
import { webhooks } from "./webhooks.de.ts";

/** Texts of the guides, in German. */
export const de: typeof en = {
  authorization,
  "go-live": goLive,
  retries,
  scopes,
  "test-merchants": testMerchants,
  tokens,
  webhooks,
};
