import { afterAll, beforeAll, describe } from "vitest";
import type { Topology } from "../start-service.ts";
import { framing } from "./http.ts";
import { mainJob } from "./main-job.ts";
import { outage } from "./outage.ts";
import { type Platform, startPlatform } from "./platform.ts";
import { realClients } from "./real-clients.ts";
import { authorizationEndpoint } from "./rfc6749-authorize.ts";
import { tokenEndpoint } from "./rfc6749-token.ts";
import { revocation } from "./rfc7009.ts";
import { proofKeyForCodeExchange } from "./rfc7636.ts";
import { introspection } from "./rfc7662.ts";
import { metadata } from "./rfc8414.ts";

/** The whole HTTP suite against one live service. */
export function conformance(topology: Topology): void {
  let started: Platform;
  const platform = () => started;
  describe(`over HTTP, ROLE: ${topology}`, () => {
    beforeAll(async () => {
      started = await startPlatform(topology);
    });
    afterAll(() => started?.stop());
    mainJob(platform);
    realClients(platform);
    authorizationEndpoint(platform);
    tokenEndpoint(platform);
    proofKeyForCodeExchange(platform);
    revocation(platform);
    introspection(platform);
    metadata(platform);
    framing(platform);
    if (topology === "split") outage(platform);
  });
}
