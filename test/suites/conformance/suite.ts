import { afterAll, beforeAll, describe } from "vitest";
import type { Topology } from "../../support/start-service.ts";
import { authorizeEdges } from "./authorize-edges.ts";
import { consentAttacks } from "./consent-attacks.ts";
import { framing } from "./http.ts";
import { httpEdges } from "./http-edges.ts";
import { mainJob } from "./main-job.ts";
import { outage } from "./outage.ts";
import { type Platform, startPlatform } from "./platform.ts";
import { realClients } from "./real-clients.ts";
import { registration } from "./registration.ts";
import { authorizationEndpoint } from "./rfc6749-authorize.ts";
import { tokenEndpoint } from "./rfc6749-token.ts";
import { revocation } from "./rfc7009.ts";
import { proofKeyForCodeExchange } from "./rfc7636.ts";
import { introspection } from "./rfc7662.ts";
import { metadata } from "./rfc8414.ts";
import { secondFactorAttacks } from "./second-factor-attacks.ts";
import { tokenEdges } from "./token-edges.ts";

/** The whole HTTP suite against one live service. */
export function conformance(topology: Topology): void {
  let started: Platform;
  const platform = () => started;
  describe(`over HTTP, ROLE: ${topology}`, () => {
    beforeAll(async () => {
      // High limits, so that every rejection has its own reason; the limits have separate tests.
      started = await startPlatform(topology, { RATE_LIMIT_CLIENT_ADDRESS: "10000", RATE_LIMIT_ADDRESS: "10000" });
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
    if (topology === "all") {
      authorizeEdges(platform);
      registration(platform);
      consentAttacks(platform);
      secondFactorAttacks(platform);
      tokenEdges(platform);
      httpEdges(platform);
    }
    if (topology === "split") outage(platform);
  });
}
