import type { PauseDetector } from "../observe/pause-detector.ts";
import type { GatewayClients } from "./clients.ts";

/** The dependencies of the routes. */
export interface Gateway {
  clients: GatewayClients;
  /** PUBLIC_URL: the issuer, without a trailing slash. */
  origin: string;
  pauses: PauseDetector;
}
