import { expect, it } from "vitest";
import { OAuthApp } from "../../../src/demo/oauth-app.ts";
import { refusedWithinASecond } from "../../suites/browser/refused.ts";
import { perFile } from "../../support/world/fixtures.ts";
import { useDemoStage } from "../app/demo-stage.ts";
import { tokensFor } from "./tokens.ts";

const stage = useDemoStage();
const run = perFile(() => stage.start());

async function call(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(run.demo.urls.demo_api + path, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, challenge: response.headers.get("www-authenticate"), body };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it("each route returns data of the token's merchant and requires its scope", async () => {
  const { access_token: narrow } = await tokensFor(run, "orders:read");
  const { access_token: whole } = await tokensFor(run, "orders:read", "products:read", "customers:read");
  for (const path of ["/orders", "/products", "/customers"]) {
    expect(await call(path, bearer(whole))).toMatchObject({ status: 200, body: { merchant_id: "harbour-coffee" } });
  }
  expect((await call("/orders", bearer(narrow))).status).toBe(200);
  for (const path of ["/products", "/customers"]) {
    expect(await call(path, bearer(narrow))).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  }
});

it("RFC 6750 §3.1 rejects a missing or unknown token", async () => {
  expect(await call("/orders")).toMatchObject({ status: 401, challenge: 'Bearer realm="api"' });
  const { refresh_token } = await tokensFor(run, "orders:read");
  for (const token of ["nonsense", refresh_token, run.demo.service_key, run.demo.app.client_secret]) {
    const answer = await call("/orders", bearer(token));
    expect(answer).toMatchObject({ status: 401, body: { error: "invalid_token" } });
    expect(answer.body).not.toHaveProperty("orders");
  }
});

it("V1 rejects a revoked token within a second", async () => {
  const { access_token } = await tokensFor(run, "orders:read");
  await expect.poll(async () => (await call("/orders", bearer(access_token))).status).toBe(200);
  await new OAuthApp(run.demo).revoke(access_token);
  await refusedWithinASecond(async () => (await call("/orders", bearer(access_token))).status);
  expect(await call("/orders", bearer(access_token))).toMatchObject({ status: 401, body: { error: "invalid_token" } });
});

it("V1 rejects a token of a disconnected app within a second", async () => {
  const { access_token } = await tokensFor(run, "orders:read");
  expect((await call("/orders", bearer(access_token))).status).toBe(200);
  const { app, merchant } = run.demo;
  const filter = { clientId: app.client_id, merchantId: merchant.merchant_id };
  const { installations } = await run.core.installations.listInstallations(filter);
  await run.core.installations.uninstall({ installationId: installations[0]!.installationId });
  await refusedWithinASecond(async () => (await call("/orders", bearer(access_token))).status);
});
