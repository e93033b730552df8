import { expect, test, vi } from "vitest";
import { verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import { removeTotp } from "../../../../src/service/accounts/remove-totp.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp } from "../../../support/world/second-factors.ts";

const passwords = { verifyPassword: vi.fn(verifyPassword), verifyAbsentAccount: vi.fn(verifyAbsentAccount) };

const world = useWorld({ passwords });

test("a session expires after 12 idle hours, and after 7 days", async () => {
  const { token, call } = await addAccount(world);
  const change = (values: string) => world.rows(`update session set ${values} where id = $1`, [call.actor!.sessionId]);
  await change("last_seen_at = clock_timestamp() - interval '12 hours'");
  expect(await resolveSession(world.deps, token)).toBeNull();
  await change("last_seen_at = clock_timestamp() - interval '11 hours 59 minutes'");
  expect(await resolveSession(world.deps, token)).not.toBeNull();
  await change("created_at = clock_timestamp() - interval '7 days' + interval '1 minute'");
  expect(await resolveSession(world.deps, token)).not.toBeNull();
  await change("created_at = clock_timestamp() - interval '7 days'");
  expect(await resolveSession(world.deps, token)).toBeNull();
});

test("the last use is updated at most once in ten minutes", async () => {
  const { token, call } = await addAccount(world);
  const seen = async () => {
    const [row] = await world.rows<{ seen: string }>("select last_seen_at::text as seen from session where id = $1", [
      call.actor!.sessionId,
    ]);
    return row!.seen;
  };
  const atFirst = await seen();
  await world.rows("update session set last_seen_at = last_seen_at - interval '9 minutes' where id = $1", [
    call.actor!.sessionId,
  ]);
  await resolveSession(world.deps, token);
  await world.rows("select pg_sleep(0.05)");
  expect((await seen()) < atFirst).toBe(true);
  await world.rows("update session set last_seen_at = clock_timestamp() - interval '11 minutes' where id = $1", [
    call.actor!.sessionId,
  ]);
  await resolveSession(world.deps, token);
  await expect.poll(async () => (await seen()) > atFirst).toBe(true);
});

test.each(["", "x", "A".repeat(43), "A".repeat(42), `${"A".repeat(42)}B`, "lk_sk_x"])(
  "an invalid token resolves to null: %j",
  async (text) => {
    expect(await resolveSession(world.deps, text)).toBeNull();
  },
);

test("a session of a suspended account is invalid even if it was not ended", async () => {
  const { accountId, token } = await addAccount(world);
  await world.rows("update account set state = 'SUSPENDED' where id = $1", [accountId]);
  expect(await resolveSession(world.deps, token)).toBeNull();
});

test("with REQUIRE_SECOND_FACTOR=operators, the operator role works only in sessions with a second factor", async () => {
  const deps = { ...world.deps, operatorsNeedSecondFactor: true };
  const resolve = (token: string) => resolveSession(deps, token);
  const weak = await addAccount(world, { operator: true });
  expect(await resolve(weak.token)).toMatchObject({ operator: false, needsSecondFactor: true });
  expect(await resolveSession(world.deps, weak.token)).toMatchObject({ operator: true, needsSecondFactor: false });
  const strong = await addAccountWithTotp(world, { operator: true });
  expect(await resolve(strong.token)).toMatchObject({ operator: true, needsSecondFactor: false });
  await removeTotp(world.deps, strong.call);
  expect(await resolve(strong.token)).toMatchObject({ operator: false, needsSecondFactor: true });
  await world.rows("update session set authenticated_by = '{external}' where account_id = $1", [weak.accountId]);
  expect(await resolve(weak.token)).toMatchObject({ operator: true, needsSecondFactor: false });
  const { token } = await addAccount(world);
  expect(await resolve(token)).toMatchObject({ operator: false, needsSecondFactor: false });
});
