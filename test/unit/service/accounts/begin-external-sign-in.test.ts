import { beforeEach, expect, test } from "vitest";
import { beginExternalSignIn } from "../../../../src/service/accounts/begin-external-sign-in.ts";
import { completeExternalSignIn } from "../../../../src/service/accounts/complete-external-sign-in.ts";
import { getSignInOptions } from "../../../../src/service/accounts/get-sign-in-options.ts";
import { page } from "../../../support/world/calls.ts";
import { useExternalWorld } from "./external-world.ts";

const world = useExternalWorld();
beforeEach(() => world.changePerson());

test("without a provider external sign-in is EXTERNAL_CLOSED", async () => {
  await expect(beginExternalSignIn(world.deps, { next: "" })).rejects.toMatchObject({ reason: "EXTERNAL_CLOSED" });
  await expect(completeExternalSignIn(world.deps, { query: "", browserToken: "" }, page)).rejects.toMatchObject({
    reason: "EXTERNAL_CLOSED",
  });
  expect((await getSignInOptions(world.withProvider())).externalLabel).toBe("Company login");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "https:evil",
  "x",
  "/a\nb",
  "/a b",
  `/${"x".repeat(9000)}`,
])("R5 next must be a path of this origin: rejects %j", async (next) => {
  await expect(beginExternalSignIn(world.withProvider(), { next })).rejects.toMatchObject({
    violations: [{ field: "next" }],
  });
});

test("a provider that does not answer, or has another issuer, is UNAVAILABLE, and the next attempt tries again", async () => {
  const silent = world.withProvider({ issuer: "http://127.0.0.1:9" });
  await expect(beginExternalSignIn(silent, { next: "" })).rejects.toMatchObject({
    kind: "unavailable",
    reason: "EXTERNAL_UNAVAILABLE",
  });
  const alias = world.withProvider({ issuer: world.provider.settings.issuer.replace("127.0.0.1", "localhost") });
  await expect(beginExternalSignIn(alias, { next: "" })).rejects.toMatchObject({ kind: "unavailable" });
});
