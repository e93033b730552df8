import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authorizeUrl, credentialsOf, MERCHANT, type Platform, post, startPlatform } from "../conformance/platform.ts";
import { findAnswerError } from "./check-answer.ts";
import { explore, FUZZ_SETTINGS } from "./explore.ts";
import { requestOf, toBytes, type Vocabulary } from "./http-requests.ts";
import { findInternalErrors } from "./internal-errors.ts";
import { sendRaw } from "./raw-http.ts";
import { residentBytes } from "./resident.ts";
import { signInOwner } from "./sign-in.ts";

describe("random HTTP requests", () => {
  let platform: Platform;
  let words: Vocabulary;
  beforeAll(async () => {
    platform = await startPlatform("all", FUZZ_SETTINGS);
    words = await vocabularyOf(platform);
  });
  afterAll(() => platform?.stop());

  explore(
    {
      name: "B1-B8 bodies, headers and query strings get an OAuth response, never a 5xx",
      runs: 500,
      share: 0.35,
    },
    () =>
      fc.asyncProperty(requestOf(words), async (request) => {
        const { origin } = platform.service;
        const answer = await sendRaw(origin, toBytes(request, new URL(origin).host), request.cutAt === null);
        const redirectUris = [platform.app, platform.otherApp, platform.publicApp].map(
          ({ redirectUri }) => redirectUri,
        );
        expect(findAnswerError(request, answer, { origin, redirectUris })).toBeNull();
      }),
  );

  explore({ name: "malformed bytes get a response or a closed connection, never a 5xx", runs: 200, share: 0.1 }, () =>
    fc.asyncProperty(brokenBytes(words), async (bytes) => {
      const answer = await sendRaw(platform.service.origin, Buffer.from(bytes, "latin1"), false);
      expect(answer?.status ?? 0).toBeLessThan(500);
    }),
  );

  test("afterwards the service is alive, responds correctly, and has logged no internal error", async () => {
    const { service, app } = platform;
    const grant = { grant_type: "authorization_code", code: await platform.issue(app), redirect_uri: app.redirectUri };
    expect((await post(platform, "/oauth/token", { ...grant, ...credentialsOf(app) })).status).toBe(200);
    expect(residentBytes(service)).toBeLessThan(1024 ** 3);
    expect(findInternalErrors(service.printed())).toEqual([]);
  });
});

/** A valid request with a few bytes changed, removed or inserted. */
function brokenBytes(words: Vocabulary): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(400), fc.nat(12), fc.string({ unit: "binary", maxLength: 8 }));
  return fc.tuple(requestOf(words), fc.array(edit, { minLength: 1, maxLength: 4 })).map(([request, edits]) => {
    let text = toBytes(request, "127.0.0.1").toString("latin1");
    for (const [at, taken, put] of edits) text = text.slice(0, at) + put + text.slice(at + taken);
    return text;
  });
}

async function vocabularyOf(platform: Platform): Promise<Vocabulary> {
  const { app, otherApp, publicApp, service, accountId } = platform;
  const exchange = async () => {
    const grant = { grant_type: "authorization_code", code: await platform.issue(app), redirect_uri: app.redirectUri };
    return (await post(platform, "/oauth/token", { ...grant, ...credentialsOf(app) })).body;
  };
  const pair = await exchange();
  const begun = await fetch(authorizeUrl(platform, app), { redirect: "manual" });
  const interactionId = /interactions%2F([\w-]+)/.exec(begun.headers.get("location") ?? "")![1]!;
  return {
    values: [
      ...[app, otherApp, publicApp].flatMap(({ clientId, clientSecret, redirectUri }) => [
        clientId,
        clientSecret,
        redirectUri,
      ]),
      await platform.issue(app),
      await platform.issue(otherApp),
      pair.access_token,
      pair.refresh_token,
      (await exchange()).refresh_token,
      MERCHANT,
      accountId,
      service.serviceKey,
    ].filter((text) => text !== ""),
    serviceKey: service.serviceKey,
    basic: Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64"),
    cookie: `latchkey=${await signInOwner(service)}`,
    clientId: app.clientId,
    interactionId,
  };
}
