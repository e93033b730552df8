import { expect, test } from "vitest";
import { startPasskeySignIn } from "../../../../src/service/accounts/start-passkey-sign-in.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

test("asks for any passkey of the host, with user verification and a new challenge", async () => {
  const start = async () => JSON.parse(await startPasskeySignIn(world.deps));
  const [first, second] = [await start(), await start()];
  const { challenge, ...options } = first;
  expect(options).toEqual({ rpId: "auth.example.com", userVerification: "required" });
  expect(second.challenge).not.toBe(challenge);
});

test.each([
  { name: "with the external login only", changes: { allowPasswords: false } },
  { name: "under an IPv4 address", changes: { publicUrl: "https://192.0.2.1" } },
  { name: "under an IPv6 address", changes: { publicUrl: "http://[::1]:8080" } },
])("there are no options $name", async ({ changes }) => {
  expect(await startPasskeySignIn({ ...world.deps, ...changes })).toBe("");
});
