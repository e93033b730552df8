import { authorization } from "./authorization.en.ts";
import { goLive } from "./go-live.en.ts";
import { retries } from "./retries.en.ts";
import { scopes } from "./scopes.en.ts";
import { testMerchants } from "./test-merchants.en.ts";
import { tokens } from "./tokens.en.ts";
import { webhooks } from "./webhooks.en.ts";

/** Texts of the guides. */
export const en = {
  authorization,
  "go-live": goLive,
  retries,
  scopes,
  "test-merchants": testMerchants,
  tokens,
  webhooks,
};
