import { beforeEach, describe, expect, test } from "vitest";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { addMerchant } from "../../../support/world/accounts.ts";
import {
  addApp,
  authorizeRequest,
  countCodes,
  getPage,
  installApp,
  parametersOf,
  startInteraction,
} from "../../../support/world/consent.ts";
import { useConsentWorld } from "../../../support/world/fixtures.ts";
import { ISSUER } from "../../../support/world/world.ts";

const { world, developer, owner } = useConsentWorld();

describe("C8 remembered consent", () => {
  let clientId: string;
  let merchantId: string;

  beforeEach(async () => {
    clientId = await addApp(world, developer);
    ({ merchantId } = await addMerchant(world, owner));
    await installApp(world, clientId, merchantId, ["orders:read", "orders:write"]);
  });

  test("issues a code without a page and keeps the granted scopes", async () => {
    const outcome = await startAuthorization(
      world.deps,
      authorizeRequest(clientId, { scope: "orders:read" }),
      owner.call,
    );
    const answer = parametersOf(outcome.kind === "redirect" ? outcome.redirectTo : "x:");
    expect(answer).toEqual({ code: expect.stringMatching(/^lk_ac_/), state: "state-1", iss: ISSUER });
    const [code] = await world.rows(
      "select merchant_id, scopes, replaces_grant from authorization_code where account_id = $1",
      [owner.accountId],
    );
    expect(code).toEqual({ merchant_id: merchantId, scopes: ["orders:read"], replaces_grant: false });
  });

  test("after the sign-in the interaction issues one code", async () => {
    const id = await startInteraction(world, authorizeRequest(clientId));
    const views = await Promise.allSettled([
      getInteraction(world.deps, { interactionId: id }, owner.call),
      getInteraction(world.deps, { interactionId: id }, owner.call),
    ]);
    expect(views.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countCodes(world, clientId)).toBe(1);
    await expect(getInteraction(world.deps, { interactionId: id }, owner.call)).rejects.toMatchObject({
      reason: "INTERACTION_USED",
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ["prompt=consent", { prompt: "consent" }, "select 1"],
    ["a scope beyond the granted", {}, "update installation set granted_scopes = '{orders:read}'"],
    ["an uninstall", {}, "update installation set state = 'UNINSTALLED'"],
    ["a suspended installation", {}, "update installation set state = 'SUSPENDED', suspended_by = '{MERCHANT}'"],
    ["a suspended merchant", {}, "update merchant set state = 'SUSPENDED'"],
    [
      "a public app",
      { code_challenge: "x".repeat(43), code_challenge_method: "S256" },
      "update app set confidential = false",
    ],
    ["a MEMBER", {}, "update membership set role = 'MEMBER'"],
  ])("does not apply to %s", async (_name, other, change) => {
    const where = {
      installation: "merchant_id = $1",
      merchant: "id = $1",
      app: "client_id = $1",
      membership: "merchant_id = $1",
    };
    const table = /update (\w+)/.exec(change)?.[1] as keyof typeof where | undefined;
    if (table) await world.rows(`${change} where ${where[table]}`, [table === "app" ? clientId : merchantId]);
    expect(await startAuthorization(world.deps, authorizeRequest(clientId, other), owner.call)).toMatchObject({
      kind: "interaction",
    });
    expect(await countCodes(world, clientId)).toBe(0);
  });

  test("C9 does not apply to an account with two merchants without a hint", async () => {
    const second = await addMerchant(world, owner);
    expect((await startAuthorization(world.deps, authorizeRequest(clientId), owner.call)).kind).toBe("interaction");
    const hinted = (merchant_hint: string) =>
      startAuthorization(world.deps, authorizeRequest(clientId, { merchant_hint }), owner.call);
    expect((await hinted(second.merchantId)).kind).toBe("interaction");
    expect((await hinted("unknown-merchant")).kind).toBe("interaction");
    expect((await hinted(merchantId)).kind).toBe("redirect");
  });

  test("issues no code after a page was shown", async () => {
    await world.rows("update installation set granted_scopes = '{orders:read}' where merchant_id = $1", [merchantId]);
    const id = await startInteraction(world, authorizeRequest(clientId));
    await getPage(world, id, owner.call);
    await installApp(world, clientId, merchantId, ["orders:read", "orders:write"]);
    await getPage(world, id, owner.call);
    expect(await countCodes(world, clientId)).toBe(0);
  });
});
