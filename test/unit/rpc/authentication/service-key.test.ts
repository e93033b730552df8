import { describe, expect, it } from "vitest";
import { cachedServiceKeys, KEY_CACHE_MS } from "../../../../src/rpc/authentication/service-key.ts";
import type { Caller } from "../../../../src/service/call.ts";

const CALLER: Caller = { kind: "key", keyId: "k", name: "k", permissions: new Set() };

/** A key store with a clock that records its lookups. */
function directory() {
  const state = { now: 0, standing: new Set(["sound-1", "sound-2"]), asked: [] as string[], down: false };
  const find = cachedServiceKeys<string>({
    parse: (key) => (key.startsWith("sound") ? key : null),
    async find(key) {
      state.asked.push(key);
      if (state.down) throw new Error("down");
      return state.standing.has(key) ? CALLER : null;
    },
    now: () => state.now,
  });
  return { state, find };
}

describe("service keys", () => {
  it("a valid key is looked up once in two seconds", async () => {
    const { state, find } = directory();
    for (let call = 0; call < 100; call++) expect(await find("sound-1")).toBe(CALLER);
    expect(state.asked).toEqual(["sound-1"]);
  });

  it("a revoked key is refused after at most two seconds from the start of its lookup", async () => {
    const { state, find } = directory();
    const sent = find("sound-1");
    state.now = 1_500;
    await sent;
    state.standing.clear();
    state.now = KEY_CACHE_MS - 1;
    expect(await find("sound-1")).toBe(CALLER);
    state.now = KEY_CACHE_MS;
    expect(await find("sound-1")).toBeNull();
  });

  it("an invalid key is looked up every time, so that a new key works at once", async () => {
    const { state, find } = directory();
    expect(await find("sound-3")).toBeNull();
    state.standing.add("sound-3");
    expect(await find("sound-3")).toBe(CALLER);
  });

  it("a text without a valid checksum is refused without a lookup", async () => {
    const { state, find } = directory();
    expect(await find("broken")).toBeNull();
    expect(state.asked).toEqual([]);
  });

  it("concurrent calls with one key share a lookup", async () => {
    const { state, find } = directory();
    expect(await Promise.all([find("sound-1"), find("sound-1"), find("sound-2")])).toEqual([CALLER, CALLER, CALLER]);
    expect(state.asked).toEqual(["sound-1", "sound-2"]);
  });

  it("a failed lookup is not cached", async () => {
    const { state, find } = directory();
    state.down = true;
    await expect(find("sound-1")).rejects.toThrow("down");
    state.down = false;
    expect(await find("sound-1")).toBe(CALLER);
  });
});
