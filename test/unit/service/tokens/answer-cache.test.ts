import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAnswerCache } from "../../../../src/service/tokens/answer-cache.ts";
import type { ActiveToken } from "../../../../src/service/tokens/answer-records.ts";
import type { Feed } from "../../../../src/store/feed/feed-reader.ts";

const TOKEN = "an access token";

/** A feed that is fresh and has nothing to tell. */
const feed: Feed = {
  ageMs: () => 0,
  position: () => null,
  after: () => ({ kind: "nothing" }),
  read: async () => {},
  subscribe: () => {},
  onEvents: () => () => {},
};

/** An answer that is good for so many seconds by the database's clock. */
function goodFor(seconds: number): ActiveToken {
  return {
    active: true,
    scopes: ["orders.read"],
    clientId: "app_0000000000000000000001",
    merchantId: "shop-1",
    installationId: randomUUID(),
    installationVersion: 1,
    accountId: randomUUID(),
    familyId: randomUUID(),
    tokenId: randomUUID(),
    tokenKind: "access",
    issuedAt: 1_795_187_029_207_301,
    expiresAt: 1_795_187_029_207_301 + seconds * 1_000_000,
    validFor: seconds * 1_000_000,
    issuer: "https://platform.example",
    test: false,
  };
}

describe("an answer in memory", () => {
  it.each([
    [
      "ends with its token, by the clock that never goes back and counted from when it was asked for",
      10,
      9_999,
      10_000,
    ],
    ["is asked for again after five minutes, however long it would be good", 3_600, 299_999, 300_000],
  ])("%s", (_name, seconds, stillAt, noMoreAt) => {
    const clock = { now: 1_000 };
    const answer = goodFor(seconds);
    const cache = createAnswerCache({
      feed,
      maxAgeMs: 1_000,
      issuer: answer.issuer,
      idOf: () => answer.tokenId,
      now: () => clock.now,
    });
    const sent = cache.sending();
    clock.now += 500;
    cache.keep(TOKEN, answer, sent);
    clock.now = 1_000 + stillAt;
    expect(cache.find(TOKEN, false)?.validFor).toBe(seconds * 1_000_000 - stillAt * 1_000);
    clock.now = 1_000 + noMoreAt;
    expect(cache.find(TOKEN, false)).toBeNull();
  });
});
