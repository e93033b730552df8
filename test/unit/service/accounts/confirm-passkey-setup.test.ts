import { expect, test } from "vitest";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { confirmPasskeySetup } from "../../../../src/service/accounts/confirm-passkey-setup.ts";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { startPasskeySetup } from "../../../../src/service/accounts/start-passkey-setup.ts";
import { startPasskeySignIn } from "../../../../src/service/accounts/start-passkey-sign-in.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { Authenticator, addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { expireProof, startSignIn, VERIFICATION_REQUIRED } from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

const WRONG = { kind: "permission_denied", reason: "SECOND_FACTOR" };

const confirm = (call: Call, response: string, name = "Key") =>
  confirmPasskeySetup(world.deps, { name, response }, call);
const add = async (call: Call, authenticator = new Authenticator(), name = "Key") =>
  confirm(call, authenticator.register(await startPasskeySetup(world.deps, call)), name);

test("the first passkey ends the other sessions, gives ten recovery codes and is audited; more are listed by name", async () => {
  const { accountId, email, call } = await addAccount(world);
  const other = await signIn(world.deps, { email, password: PASSWORD }, page);
  expect(new Set(await add(call, undefined, " Laptop ")).size).toBe(10);
  expect(await resolveSession(world.deps, other.token)).toBeNull();
  expect(await add(call, undefined, "Security key")).toEqual([]);
  const { passkeys, totpAt, recoveryCodes } = await getSecondFactors(world.deps, call);
  expect(passkeys.map(({ name, lastUsedAt, transports }) => [name, lastUsedAt, transports])).toEqual([
    ["Laptop", null, ["internal"]],
    ["Security key", null, ["internal"]],
  ]);
  expect([totpAt, recoveryCodes]).toEqual([null, 10]);
  const audit = "select detail from audit_event where action = 'account.add_second_factor' and account_id = $1";
  expect(await world.rows(audit, [accountId])).toEqual([
    { detail: { method: "passkey", passkey: expect.any(String) } },
    { detail: { method: "passkey", passkey: expect.any(String) } },
  ]);
});

test("a registration needs its own session, its challenge once, our origin and a recent proof of identity", async () => {
  const [{ call }, other] = [await addAccount(world), await addAccount(world)];
  const authenticator = new Authenticator();
  const options = await startPasskeySetup(world.deps, call);
  await expect(confirm(other.call, authenticator.register(options))).rejects.toMatchObject(WRONG);
  await expect(
    confirm(call, authenticator.register(options, { origin: "https://evil.example" })),
  ).rejects.toMatchObject(WRONG);
  await expect(confirm(call, authenticator.register(options))).rejects.toMatchObject(WRONG);
  const late = authenticator.register(await startPasskeySetup(world.deps, call));
  await expireProof(world, call);
  await expect(confirm(call, late)).rejects.toMatchObject(VERIFICATION_REQUIRED);
});

test("under an IP address there are no passkeys", async () => {
  const { call } = await addAccount(world);
  const deps = { ...world.deps, publicUrl: "https://192.0.2.1" };
  const confirmed = confirmPasskeySetup(deps, { name: "Key", response: "x" }, call);
  await expect(confirmed).rejects.toMatchObject({ reason: "PASSKEYS_OFF" });
});

test("a credential id may have 1,023 bytes", async () => {
  const { call } = await addAccount(world);
  await add(call, new Authenticator(1_023));
  await expect(add(call, new Authenticator(1_024))).rejects.toMatchObject(WRONG);
});

test("transports that are no list are not stored", async () => {
  const { call } = await addAccount(world);
  const sent = JSON.parse(new Authenticator().register(await startPasskeySetup(world.deps, call)));
  sent.response.transports = 5;
  await confirm(call, JSON.stringify(sent));
  expect((await getSecondFactors(world.deps, call)).passkeys).toMatchObject([{ transports: [] }]);
});

test("a registered passkey and an empty name are refused", async () => {
  const { call, authenticator } = await addAccountWithPasskey(world);
  await expect(add(call, authenticator)).rejects.toMatchObject({ reason: "PASSKEY_EXISTS" });
  await expect(add(call, undefined, " ")).rejects.toMatchObject({ reason: "INVALID" });
});

test("C15 after the password the passkey completes the sign-in, without user verification and only with its own challenge", async () => {
  const { email, authenticator } = await addAccountWithPasskey(world);
  const other = await addAccountWithPasskey(world);
  const complete = (pendingToken: string, response: string) =>
    completeSignIn(world.deps, { pendingToken, proof: { kind: "passkey", response } }, page);
  const [first, second] = [await startSignIn(world, email), await startSignIn(world, email)];
  expect(JSON.parse(first.passkeyOptions).allowCredentials).toEqual([
    { type: "public-key", id: authenticator.id.toString("base64url"), transports: ["internal"] },
  ]);
  const sign = (options: string, by = authenticator) => by.sign(options, { verifiesUser: false });
  await expect(complete(first.token, sign(second.passkeyOptions))).rejects.toMatchObject(WRONG);
  await expect(complete(first.token, sign(await startPasskeySignIn(world.deps)))).rejects.toMatchObject(WRONG);
  await expect(complete(second.token, sign(second.passkeyOptions, other.authenticator))).rejects.toMatchObject(WRONG);
  const { token } = await complete(first.token, sign(first.passkeyOptions));
  expect(await resolveSession(world.deps, token)).not.toBeNull();
});
