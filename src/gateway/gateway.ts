import type { StallWatch } from "../observe/stalls.ts";
import type { GatewayClients } from "./clients.ts";

/** What every route works with. */
export interface Gateway {
  clients: GatewayClients;
  /** PUBLIC_URL: the issuer, without a trailing slash. */
  origin: string;
  stalls: StallWatch;
}
