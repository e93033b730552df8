import { describe, expect, it } from "vitest";
import { createScopeNames } from "../../../../src/service/tokens/scope-names.ts";

function catalogue(names: string[]) {
  const state = { now: 0, reads: 0, names };
  const scopeNames = createScopeNames({
    now: () => state.now,
    async list() {
      state.reads++;
      return state.names.map((name) => ({ name }));
    },
  });
  return { state, scopeNames };
}

describe("the cached names of scopes", () => {
  it("known names are read once", async () => {
    const { state, scopeNames } = catalogue(["a", "b"]);
    expect(await scopeNames.findUnknown(["a"])).toBeNull();
    state.now = 1e9;
    expect(await scopeNames.findUnknown(["b", "a"])).toBeNull();
    expect(state.reads).toBe(1);
  });

  it("an unknown name is read again after two seconds, not on every request", async () => {
    const { state, scopeNames } = catalogue(["a"]);
    expect(await scopeNames.findUnknown(["a", "b"])).toBe("b");
    state.names = ["a", "b"];
    expect(await scopeNames.findUnknown(["b"])).toBe("b");
    expect(state.reads).toBe(1);
    state.now = 2_001;
    expect(await scopeNames.findUnknown(["b"])).toBeNull();
    expect(state.reads).toBe(2);
  });

  it("a failed read is repeated by the next request", async () => {
    let down = true;
    const scopeNames = createScopeNames({
      list: async () => {
        if (down) throw new Error("the database is down");
        return [{ name: "a" }];
      },
    });
    await expect(scopeNames.findUnknown(["a"])).rejects.toThrow("down");
    down = false;
    expect(await scopeNames.findUnknown(["a"])).toBeNull();
  });
});
