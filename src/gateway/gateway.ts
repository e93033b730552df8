import type { StallWatch } from "../observe/stalls.ts";
import type { GatewayClients } from "./clients.ts";

/** The dependencies of the routes. */
export interface Gateway {
  clients: GatewayClients;
  /** PUBLIC_URL: the issuer, without a trailing slash. */
  origin: string;
  stalls: StallWatch;
}
