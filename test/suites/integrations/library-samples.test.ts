import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import express, { type Express } from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIBRARIES } from "../../../src/web/docs/libraries/catalogue.ts";
import { MERCHANT, type Platform, startPlatform } from "../conformance/platform.ts";
import { codeOn } from "./page-code.ts";
import { createSampleApps, type SampleApps } from "./sample-apps.ts";

/** Inside the repository, so that the samples find their packages. */
const DIRECTORY = join(import.meta.dirname, "../../../node_modules/.cache/library-samples");
let platform: Platform;
let sampleApps: SampleApps;
beforeAll(async () => {
  await mkdir(DIRECTORY, { recursive: true });
  platform = await startPlatform("all");
  sampleApps = await createSampleApps(platform);
});
afterAll(async () => {
  await platform?.stop();
  await rm(DIRECTORY, { recursive: true, force: true });
});

type Kept = Record<string, string>;

/** openid-client removes the query of a redirect URI, as the page says, so its app has a redirect URI without one. */
const WITHOUT_QUERY = "openid-client";

interface LibrarySample {
  start?(): Promise<Kept & { url: URL }>;
  finish?(returned: URL, kept: Kept): Promise<Record<string, unknown>>;
  addRoutes?(app: Express): void;
}

/** The module as a reader copies it from the page. */
async function load(id: string): Promise<LibrarySample> {
  const shown = sampleApps.apps.get("with a secret")!;
  const app = id === WITHOUT_QUERY ? platform.app : shown;
  const { html } = await sampleApps.developer.get(`/docs/libraries?${new URLSearchParams({ app: shown.clientId })}`);
  const code = codeOn(html, `${id}-sample`)
    .replace(JSON.stringify(shown.clientId), JSON.stringify(app.clientId))
    .replace(JSON.stringify(shown.redirectUri), JSON.stringify(app.redirectUri));
  const file = join(DIRECTORY, `${id}.mjs`);
  await writeFile(file, code);
  process.env.CLIENT_SECRET = app.clientSecret;
  return import(pathToFileURL(file).href);
}

const withFunctions = LIBRARIES.filter(({ id }) => id !== "passport-oauth2");

test.each(withFunctions)("the sample for $name connects a merchant", async ({ id }) => {
  const { start, finish } = await load(id);
  const { url, ...kept } = await start!();
  const returned = await platform.consent(url);
  const tokens = await finish!(returned, kept);
  // @badgateway/oauth2-client renames the fields that it knows, and keeps the others apart.
  expect(JSON.stringify(tokens)).toContain(`"${MERCHANT}"`);
  expect(JSON.stringify(tokens)).toMatch(/"lk_at_/);
  const forged = new URL(returned);
  forged.searchParams.set("state", "forged");
  await expect(finish!(forged, kept)).rejects.toThrow();
});

test("the sample for passport-oauth2 connects a merchant", async () => {
  const { addRoutes } = await load("passport-oauth2");
  const app = express();
  const session = {};
  app.use((request, _response, next) => {
    Object.assign(request, { session });
    next();
  });
  addRoutes!(app);
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const begun = await fetch(`${origin}/connect`, { redirect: "manual" });
    const returned = await platform.consent(new URL(begun.headers.get("location")!));
    const answer = await fetch(`${origin}/callback${returned.search}`, { redirect: "manual" });
    expect([answer.status, await answer.text()]).toEqual([200, MERCHANT]);
  } finally {
    server.close();
  }
});
