import { fastify } from "fastify";
import { toListenError } from "../../../observe/startup-error.ts";
import { respondInConnectFormat, respondToClientError } from "./errors.ts";
import { addProbes, type ProbeOptions } from "./probes.ts";

export interface HealthPortOptions extends ProbeOptions {
  host: string;
  port: number;
}

const REQUEST_TIMEOUT_MS = 8_000;
/** In milliseconds. By default, Node checks for slow requests only every 30 s. */
const CONNECTIONS = { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/** Serves the probes and the metrics alone, without TLS. @throws StartupError if it cannot listen */
export async function startHealthPort({
  host,
  port,
  ...probes
}: HealthPortOptions): Promise<{ stop(): Promise<void> }> {
  const app = fastify({
    http: CONNECTIONS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    clientErrorHandler: respondToClientError,
    forceCloseConnections: true,
  });
  respondInConnectFormat(app);
  addProbes(app, probes);
  await app.listen({ host, port }).catch((error: unknown) => {
    throw toListenError(error, { setting: "HEALTH_PORT", host, port });
  });
  return { stop: () => app.close() };
}
