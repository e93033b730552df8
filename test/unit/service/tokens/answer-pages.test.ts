import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AnswerPages } from "../../../../src/service/tokens/answer-pages.ts";
import type { KeptAnswer } from "../../../../src/service/tokens/answer-records.ts";

const keyOf = (text: string) => createHash("sha256").update(text).digest("latin1");

function answer(changes: Partial<KeptAnswer> = {}): KeptAnswer {
  return {
    scopes: ["orders.read", "orders.write"],
    clientId: "app_0000000000000000000001",
    merchantId: "shop-1",
    installationId: randomUUID(),
    installationVersion: 3,
    accountId: randomUUID(),
    familyId: randomUUID(),
    issuedAt: 1_795_187_029_207_301,
    expiresAt: 1_795_190_629_207_301,
    test: false,
    sent: 7,
    endsAt: 3_600_000.25,
    keptUntil: 300_000.25,
    ...changes,
  };
}

describe("pages of answers", () => {
  it.each([
    ["an ordinary one", {}],
    ["of a test merchant with the longest id", { test: true, merchantId: "M".repeat(64) }],
    ["with one scope and the shortest id", { scopes: ["a"], merchantId: "m" }],
  ])("give back what was put in: %s", (_name, changes) => {
    const pages = new AnswerPages(2);
    const given = answer(changes);
    pages.put(keyOf("x"), given);
    expect(pages.get(keyOf("x"))).toEqual(given);
    expect(pages.get(keyOf("y"))).toBeNull();
  });

  it("hold the newest of two answers about one token, and count it once", () => {
    const pages = new AnswerPages(2);
    const second = answer({ scopes: ["orders.read"] });
    pages.put(keyOf("x"), answer());
    pages.put(keyOf("x"), second);
    expect(pages.get(keyOf("x"))).toEqual(second);
    expect(pages.size).toBe(1);
  });

  it("stay within their bound, forget the oldest and never mistake one token for another", () => {
    const pages = new AnswerPages(2);
    const put = 40_000;
    const one = answer();
    for (let n = 0; n < put; n++) pages.put(keyOf(`${n}`), { ...one, merchantId: `m-${n}` });
    const found = Array.from({ length: put }, (_, n) => pages.get(keyOf(`${n}`))?.merchantId);
    expect(found.filter((id, n) => id !== undefined && id !== `m-${n}`)).toEqual([]);
    const held = found.filter((id) => id !== undefined).length;
    expect(held).toBe(pages.size);
    expect(held).toBeGreaterThan(6_000);
    // Each has a merchant of its own: 84 bytes, and 48 for the grant.
    expect(held).toBeLessThanOrEqual((2 * 2 ** 20) / 132);
    expect(found[0]).toBeUndefined();
    expect(found.at(-1)).toBe(`m-${put - 1}`);
  });

  it("hold what tokens have in common once for each page", () => {
    const pages = new AnswerPages(2);
    const grant = { installationId: randomUUID(), accountId: randomUUID() };
    // Almost four pages' worth, so that both are written anew.
    const put = 49_000;
    for (let n = 0; n < put; n++) pages.put(keyOf(`${n}`), answer({ ...grant, sent: n }));
    const found = Array.from({ length: put }, (_, n) => pages.get(keyOf(`${n}`)));
    const isWrong = (kept: KeptAnswer, n: number) => kept.sent !== n || kept.installationId !== grant.installationId;
    expect(found.filter((kept, n) => kept !== null && isWrong(kept, n))).toEqual([]);
    // Of 24,900 that fit into two pages; with a grant for each there would be room for 15,800.
    expect(pages.size).toBeGreaterThan(20_000);
    expect(found.at(-1)).toMatchObject(grant);
  });

  it.each([
    ["the installation", { installationId: randomUUID() }],
    ["the installation's version", { installationVersion: 4 }],
    ["the account", { accountId: randomUUID() }],
    ["the merchant", { merchantId: "shop-2" }],
    ["the merchant's length", { merchantId: "shop-1234" }],
    ["the test merchant", { test: true }],
    ["the app", { clientId: "app_0000000000000000000002" }],
    ["the scopes", { scopes: ["orders.read"] }],
  ])("keep apart what differs in one thing: %s", (_name, changes) => {
    const pages = new AnswerPages(2);
    const one = answer();
    const other = { ...one, ...changes };
    for (const [key, given] of Object.entries({ a: one, b: other, c: one })) pages.put(keyOf(key), given);
    expect([pages.get(keyOf("a")), pages.get(keyOf("b")), pages.get(keyOf("c"))]).toEqual([one, other, one]);
  });

  it.each([4, 15, 16, 20, 24, 31])("take no token for another whose digest differs in byte %i alone", (at) => {
    const pages = new AnswerPages(2);
    const key = keyOf("x");
    const other = key.slice(0, at) + String.fromCharCode(key.charCodeAt(at) ^ 1) + key.slice(at + 1);
    pages.put(key, answer());
    expect(pages.get(other)).toBeNull();
  });

  it("are empty when cleared, and go on", () => {
    const pages = new AnswerPages(1);
    pages.put(keyOf("x"), answer());
    pages.clear();
    expect([pages.size, pages.get(keyOf("x"))]).toEqual([0, null]);
    const again = answer();
    pages.put(keyOf("x"), again);
    expect(pages.get(keyOf("x"))).toEqual(again);
  });
});
