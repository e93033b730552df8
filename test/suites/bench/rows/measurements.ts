import type { Measurement } from "./bench.ts";
import { clientCache } from "./client-cache.ts";
import { expiredTokens } from "./expired-tokens.ts";
import { exchange, lone, refresh } from "./grants.ts";
import { introspectionHalfLoad, refreshHalfLoad } from "./half-load.ts";
import { introspection } from "./introspection.ts";
import { manyTokens } from "./many-tokens.ts";
import { peer } from "./peer.ts";
import { proxies } from "./proxies.ts";
import { refreshCost } from "./refresh-cost.ts";
import { revocation } from "./revocation.ts";
import { revokeBefore } from "./revoke-before.ts";
import { roundTrips } from "./round-trips.ts";
import { outboxCost, webhookDeliveries } from "./webhooks.ts";

/** Everything that is measured, in this order. A new row is a new line. */
export const MEASUREMENTS: readonly Measurement[] = [
  introspection,
  clientCache,
  proxies,
  refresh,
  exchange,
  lone,
  peer,
  refreshHalfLoad,
  introspectionHalfLoad,
  manyTokens,
  expiredTokens,
  refreshCost,
  revocation,
  revokeBefore,
  roundTrips,
  webhookDeliveries,
  outboxCost,
];
