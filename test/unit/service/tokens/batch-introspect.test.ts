import { expect, it } from "vitest";
import type { Call } from "../../../../src/service/call.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, introspector, reasonOf } from "../../../support/world/tokens.ts";

const world = useWorld();

it("a batch returns active and inactive tokens in order from one statement", async () => {
  const first = await world.install();
  const second = await world.install();
  const tokens = [
    "garbage",
    first.pair.accessToken,
    second.pair.refreshToken!,
    second.pair.accessToken,
    first.pair.accessToken,
  ];
  let reads = 0;
  const { store } = world.deps.tokens;
  const counting = world.variant({
    store: {
      ...store,
      readTokens: (kind, ids) => {
        reads++;
        return store.readTokens(kind, ids);
      },
    },
  });
  const answers = await counting.batchIntrospect({ tokens, consistency: "minimize_latency" }, createCall());
  expect(answers.map((answer) => answer.active && answer.merchantId)).toEqual([
    false,
    first.merchant.id,
    false,
    second.merchant.id,
    first.merchant.id,
  ]);
  expect(reads).toBe(1);
});

it("a token of a test merchant is inactive for a caller without tokens:introspect_test", async () => {
  const app = await world.app({ state: "DRAFT" });
  const merchant = await world.merchant({ test: true, developerId: app.developerId });
  const pair = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
  const real = await world.install();
  const tokens = [pair.accessToken, real.pair.accessToken];
  const batch = (call: Call) => world.tokens.batchIntrospect({ tokens, consistency: "fully_consistent" }, call);
  const ofReal = { active: true, test: false };
  expect(await batch(introspector({ test: false }))).toMatchObject([{ active: false }, ofReal]);
  expect(await batch(introspector({ test: true }))).toMatchObject([{ active: true, test: true }, ofReal]);
});

it("a batch has 1 to 1,000 tokens", async () => {
  const batch = (tokens: string[]) =>
    reasonOf(world.tokens.batchIntrospect({ tokens, consistency: "minimize_latency" }, createCall()));
  expect(await batch([])).toBe("RequestError");
  expect(await batch(new Array<string>(1001).fill("x"))).toBe("RequestError");
  expect(await batch(new Array<string>(1000).fill("x"))).toBe("none");
});
