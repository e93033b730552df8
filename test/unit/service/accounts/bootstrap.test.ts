import { expect, test } from "vitest";
import { bootstrap } from "../../../../src/service/accounts/bootstrap.ts";
import { findServiceKey } from "../../../../src/service/accounts/find-service-key.ts";
import { PERMISSIONS } from "../../../../src/service/call.ts";
import { lockUntilCommit } from "../../../../src/store/connection/advisory-locks.ts";
import { PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { signIn } from "../../../support/world/sign-in.ts";
import { createWorld } from "../../../support/world/world.ts";

const request = { email: "Root@Example.com", name: "Root", password: null, keyName: "first" };

test("creates the first operator and a key without web:act and for 90 days; rejects a second bootstrap, also a concurrent one", async () => {
  const empty = await createWorld();
  await Promise.all(Array.from({ length: 5 }, () => empty.rows("select pg_sleep(0.1)")));
  const makers = ["root", "toor", "boot", "otto", "bob"].map((who) =>
    bootstrap(empty.deps, { ...request, email: `${who}@Example.com` }),
  );
  const outcomes = await Promise.allSettled(makers);
  const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(made).toHaveLength(1);
  const { accountId, email, password, serviceKey, serviceKeyExpiresAt, gatewayKey } = made[0]!;
  expect((await signIn(empty.deps, { email, password }, page)).account).toMatchObject({
    email,
    operator: true,
  });
  const parsed = empty.deps.format.parse(serviceKey, "sk");
  const caller = parsed.kind === "token" ? await findServiceKey(empty.deps, parsed) : null;
  const permissions = new Set(PERMISSIONS.filter((right) => right !== "web:act"));
  expect(caller).toMatchObject({ kind: "key", name: "first", permissions, createdBy: accountId });
  expect(gatewayKey).toBeNull();
  const ends = await empty.rows(
    `select extract(epoch from expires_at - created_at)::float8 / 86400 as days, extract(epoch from expires_at)::float8 as at
    from service_key`,
  );
  expect(ends).toEqual([{ days: expect.closeTo(90, 1), at: expect.closeTo(serviceKeyExpiresAt / 1e6, 2) }]);
  const another = bootstrap(empty.deps, { ...request, email: "other@example.com" });
  await expect(another).rejects.toMatchObject({ kind: "failed_precondition", reason: "OPERATOR_EXISTS" });
  await empty.close();
});

test("does not wait while another process creates partitions", async () => {
  const empty = await createWorld();
  await empty.management.transactional(async (tx) => {
    await lockUntilCommit(tx.query, "partitions");
    await bootstrap(empty.deps, request);
  });
  await empty.close();
});

test("creates a gateway key on request, with the gateway's permissions only", async () => {
  const empty = await createWorld();
  const { gatewayKey } = await bootstrap(empty.deps, { ...request, gatewayKey: true });
  const parsed = empty.deps.format.parse(gatewayKey!, "sk");
  const caller = parsed.kind === "token" ? await findServiceKey(empty.deps, parsed) : null;
  expect(caller).toMatchObject({ name: "gateway", permissions: new Set(["tokens:forward", "web:act"]) });
  await empty.close();
});

test("accepts a password and fewer permissions, and validates them", async () => {
  const empty = await createWorld();
  await expect(bootstrap(empty.deps, { ...request, password: "short" })).rejects.toMatchObject({
    violations: [{ field: "password" }],
  });
  await expect(bootstrap(empty.deps, { ...request, keyDays: 4000 })).rejects.toMatchObject({
    violations: [{ field: "key_days" }],
  });
  const { serviceKey } = await bootstrap(empty.deps, { ...request, password: PASSWORD, permissions: ["apps:read"] });
  const parsed = empty.deps.format.parse(serviceKey, "sk");
  const caller = parsed.kind === "token" ? await findServiceKey(empty.deps, parsed) : null;
  expect(caller!.permissions).toEqual(new Set(["apps:read"]));
  await empty.close();
});
