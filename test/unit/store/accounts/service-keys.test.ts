import { expect, test } from "vitest";
import { nextServiceKeyExpiry } from "../../../../src/store/accounts/service-keys.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { createKey } from "../../../support/world/service-keys.ts";

const world = useWorld();
const soon = perFile(() => createKey(world, ["apps:read"]));
const next = () => world.deps.management.read((_em, query) => nextServiceKeyExpiry(query));
const change = (text: string) =>
  world.rows(`update service_key set ${text} where id = $1 returning 1`, [soon.serviceKey.id]);

test("the next expiry is that of a key in use: neither revoked, nor expired, nor unused for a week", async () => {
  const at = Date.UTC(2100, 0) / 1_000;
  await world.rows("update service_key set expires_at = null returning 1");
  await change(`expires_at = to_timestamp(${at}), last_used_at = now()`);
  expect(await next()).toBe(at);
  for (const excluded of ["last_used_at = now() - interval '8 days'", "last_used_at = null"]) {
    await change(excluded);
    expect(await next(), excluded).toBeNull();
  }
  await change("last_used_at = now(), expires_at = now() - interval '1 second'");
  expect(await next()).toBeNull();
  await change(`expires_at = to_timestamp(${at}), revoked_at = now()`);
  expect(await next()).toBeNull();
});
