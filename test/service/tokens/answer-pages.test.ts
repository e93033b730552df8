import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AnswerPages, type KeptAnswer } from "../../../src/service/tokens/answer-pages.ts";

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
    expect(held).toBeLessThanOrEqual((2 * 2 ** 20) / 128);
    expect(found[0]).toBeUndefined();
    expect(found.at(-1)).toBe(`m-${put - 1}`);
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
