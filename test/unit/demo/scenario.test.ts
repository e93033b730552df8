import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { runScenario, ScenarioError } from "../../../src/demo/scenario.ts";
import { findPorts } from "../../suites/start/ports.ts";
import { perFile } from "../../support/world/fixtures.ts";
import { useDemoStage } from "../app/demo-stage.ts";

// Runs the scenario several times, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const stage = useDemoStage();
const run = perFile(() => stage.start());

/** Runs the scenario; returns the reported steps and the error that ended it. */
async function tryScenario(demo: DemoFile): Promise<{ output: string[]; error: string | null }> {
  const output: string[] = [];
  const error = await runScenario(demo, (line) => output.push(line)).then(
    () => null,
    (thrown: unknown) => (thrown instanceof ScenarioError ? thrown.message : `no ScenarioError: ${thrown}`),
  );
  return { output, error };
}

const STEPS = [
  /signed in as merchant@example\.com at the install link/,
  /sends the merchant to the app: .*\/launch with an install token/,
  /consent page asks for orders:read/,
  /approves; the app receives the code, its state and the issuer/,
  /exchanged the code for a token of merchant harbour-coffee/,
  /API returns the orders of harbour-coffee/,
  /gRPC, Connect and HTTP says active/,
  /same request again, as after a lost response, returns the same tokens/,
  /API returns the orders of harbour-coffee/,
  /revoked the refresh token/,
  /API rejects the token: 401 invalid_token/,
  /gRPC, Connect and HTTP says inactive/,
];

it("reports every step in order and no secret, also when repeated", async () => {
  for (let time = 0; time < 2; time++) {
    const { output, error } = await tryScenario(run.demo);
    expect(error).toBeNull();
    expect(output).toHaveLength(STEPS.length);
    STEPS.forEach((step, index) => void expect(output[index]).toMatch(step));
    expect(output.join()).not.toMatch(/_(at|rt|ac|cs|sk|it)_[0-9A-Za-z]{5}/);
  }
});

it("retries while the API responds 503", async () => {
  let calls = 0;
  const busy = createServer(async (request, response) => {
    if (++calls === 1) return void response.writeHead(503, { "retry-after": "1" }).end("{}");
    const { authorization = "" } = request.headers;
    const answer = await fetch(`${run.demo.urls.demo_api}${request.url}`, { headers: { authorization } });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(busy, "listening");
  const urls = { ...run.demo.urls, demo_api: `http://127.0.0.1:${(busy.address() as AddressInfo).port}` };
  try {
    const { output, error } = await tryScenario({ ...run.demo, urls });
    expect([error, output.length]).toEqual([null, STEPS.length]);
  } finally {
    busy.closeAllConnections();
    busy.close();
  }
});

describe("a failed step is named and ends the scenario", () => {
  const cases: [name: string, wrong: (demo: DemoFile) => DemoFile, says: RegExp, steps: number][] = [
    [
      "a wrong password",
      (demo) => ({ ...demo, merchant: { ...demo.merchant, password: "wrong password" } }),
      /^sign-in as merchant@example\.com ended at \/sign-in with 4\d\d$/,
      0,
    ],
    [
      "an unknown install link",
      (demo) => ({ ...demo, app: { ...demo.app, install_url: `${demo.app.install_url}x` } }),
      /^the install link led to \/install\/\S+ with 404, not to sign-in$/,
      0,
    ],
    [
      "a redirect URI that is not registered",
      (demo) => ({ ...demo, app: { ...demo.app, redirect_uri: `${demo.app.redirect_uri}/x` } }),
      /^no consent page: 400 at \/oauth\/authorize$/,
      2,
    ],
    [
      "a wrong client secret",
      (demo) => ({ ...demo, app: { ...demo.app, client_secret: demo.service_key } }),
      /^Exchange the code for tokens: 401 invalid_client /,
      4,
    ],
    [
      "another issuer",
      (demo) => ({ ...demo, urls: { ...demo.urls, http: demo.urls.http.replace("localhost", "LOCALHOST") } }),
      /^the issuer \(iss\) is not the service$/,
      3,
    ],
    [
      "a key that may not introspect",
      (demo) => ({ ...demo, introspect_key: demo.app.client_secret }),
      /^no ScenarioError: IntrospectionError: introspection failed: UNAUTHENTICATED$/,
      6,
    ],
  ];
  it.each(cases)("%s", async (_name, wrong, says, steps) => {
    const { output, error } = await tryScenario(wrong(run.demo));
    expect(error).toMatch(says);
    expect(output).toHaveLength(steps);
  });

  it("an unreachable API", async () => {
    const { DEMO_API_PORT } = await findPorts();
    const urls = { ...run.demo.urls, demo_api: `http://127.0.0.1:${DEMO_API_PORT}` };
    const { error } = await tryScenario({ ...run.demo, urls });
    expect(error).toMatch(/^the API with a valid token: no response: connect ECONNREFUSED/);
  });

  it("an app that the operator has suspended", async () => {
    const { client_id: clientId } = run.demo.app;
    await run.core.apps.suspendApp({ clientId, reasonCode: "TEST", reasonText: "A test." });
    expect((await tryScenario(run.demo)).error).toMatch(
      /^the install link led to \/install\/\S+ with 404, not to sign-in$/,
    );
    await run.core.apps.resumeApp({ clientId });
    expect((await tryScenario(run.demo)).error).toBeNull();
  });
});
