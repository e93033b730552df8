import { expect, test } from "vitest";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

const bare = { password: null, name: "New", operator: false, developer: false };

test("requires accounts:write or an operator", async () => {
  for (const [n, call] of [platform, operator.call].entries()) {
    const made = await createAccount(world.deps, { ...bare, email: `made-${n}@example.com` }, call);
    expect(made).toMatchObject({ email: `made-${n}@example.com`, passwordHash: null, state: "ACTIVE" });
  }
  const developer = await addAccount(world, { developer: true });
  for (const call of [developer.call, page, byKey("accounts:read")]) {
    const refused = createAccount(world.deps, { ...bare, email: "no@example.com" }, call);
    await expect(refused).rejects.toMatchObject({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
  }
});

test("with the operator role requires an operator or every accounts permission", async () => {
  const request = { ...bare, email: "operator@example.com", operator: true };
  const refused = createAccount(world.deps, request, byKey("accounts:write"));
  await expect(refused).rejects.toMatchObject({ kind: "permission_denied" });
  expect(await createAccount(world.deps, request, byKey("accounts:write", "accounts:read"))).toMatchObject({
    operator: true,
  });
  const second = { ...request, email: "operator-2@example.com" };
  expect(await createAccount(world.deps, second, operator.call)).toMatchObject({ operator: true });
});

test("stores each e-mail once in lower case, also for concurrent requests", async () => {
  const create = () => createAccount(world.deps, { ...bare, email: "Twice@Example.COM" }, platform);
  const outcomes = await Promise.allSettled([create(), create(), create()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(create()).rejects.toMatchObject({ kind: "already_exists", reason: "EMAIL_TAKEN" });
  expect((await getAccount(world.deps, { accountId: null, email: "TWICE@example.com" }, platform)).account.email).toBe(
    "twice@example.com",
  );
});

test.each([
  ["no @", { email: "ada" }, "email"],
  ["a space", { email: "a da@example.com" }, "email"],
  ["a look-alike letter", { email: "аda@example.com" }, "email"],
  ["255 characters", { email: `${"a".repeat(64)}@${"b".repeat(190)}` }, "email"],
  ["an empty name", { name: "" }, "name"],
  ["a control character", { name: "a\u0000b" }, "name"],
  ["a name with a direction override", { name: "Eve \u202eknaB" }, "name"],
  ["an invisible name", { name: "\u3164" }, "name"],
  ["11 characters of password", { password: "x".repeat(11) }, "password"],
  ["257 characters of password", { password: "x".repeat(257) }, "password"],
])("rejects %s", async (_name, other, field) => {
  const refused = createAccount(world.deps, { ...bare, email: "fine@example.com", ...other }, platform);
  await expect(refused).rejects.toMatchObject({
    kind: "invalid_argument",
    reason: "INVALID",
    violations: [{ field }],
  });
});

test("the e-mail counts as verified", async () => {
  expect(
    (await getAccount(world.deps, { accountId: operator.accountId, email: null }, platform)).account.emailVerifiedAt,
  ).toEqual(expect.any(Date));
});
