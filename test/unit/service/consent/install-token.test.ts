import { beforeEach, describe, expect, test } from "vitest";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { startInstall } from "../../../../src/service/consent/start-install.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import {
  addApp,
  authorizeRequest,
  countCodes,
  getPage,
  installApp,
  parametersOf,
  startInteraction,
} from "../../../support/world/consent.ts";
import { useShopWorld } from "../../../support/world/fixtures.ts";
import { tamper } from "../../../support/world/tokens.ts";
import { ISSUER } from "../../../support/world/world.ts";

const { world, developer, owner, shop } = useShopWorld();

describe("an install token", () => {
  let clientId: string;
  let second: string;

  beforeEach(async () => {
    clientId = await addApp(world, developer, { launchUrl: "https://labels.example/start?from=a%20b" });
    second = (await addMerchant(world, owner)).merchantId;
  });

  const launch = async (chosen = second) => {
    const redirectTo = await startInstall(world.deps, { clientId, merchantId: chosen }, owner.call);
    return { redirectTo, token: parametersOf(redirectTo).install_token! };
  };
  const refused = {
    kind: "page",
    reason: "install_token",
    message: "The install link is no longer valid. Start again from the install page.",
  };
  const withToken = (install_token: string, client = clientId) => authorizeRequest(client, { install_token });

  test("is added to the launch URL with iss; the URL's own query is unchanged", async () => {
    const { redirectTo, token } = await launch();
    expect(
      redirectTo.startsWith(`https://labels.example/start?from=a%20b&iss=${encodeURIComponent(ISSUER)}&install_token=`),
    ).toBe(true);
    expect(token).toMatch(/^lk_it_[0-9A-Za-z]{71}$/);
  });

  test("preselects the chosen merchant and overrides the hint", async () => {
    const { token } = await launch();
    const asked = authorizeRequest(clientId, { install_token: token, merchant_hint: shop.merchantId });
    expect(await getPage(world, await startInteraction(world, asked, owner.call), owner.call)).toMatchObject({
      preselectedMerchantId: second,
      startedByInstall: true,
    });
  });

  test("always shows the consent page, even if consent is remembered", async () => {
    await installApp(world, clientId, second, ["orders:read", "orders:write"]);
    expect(
      (await startAuthorization(world.deps, authorizeRequest(clientId, { merchant_hint: second }), owner.call)).kind,
    ).toBe("redirect");
    const { token } = await launch();
    expect((await startAuthorization(world.deps, withToken(token), owner.call)).kind).toBe("interaction");
    const later = await startInteraction(world, withToken((await launch()).token));
    expect((await getInteraction(world.deps, { interactionId: later }, owner.call)).kind).toBe("page");
    expect(await countCodes(world, clientId)).toBe(1);
  });

  test("can be used once, also by concurrent requests", async () => {
    const { token } = await launch();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => startAuthorization(world.deps, withToken(token), owner.call)),
    );
    expect(outcomes.filter(({ kind }) => kind === "interaction")).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === "page")).toHaveLength(4);
    expect(await startAuthorization(world.deps, withToken(token), owner.call)).toEqual(refused);
  });

  test("is bound to app and account and expires after ten minutes; all rejections show the same page", async () => {
    const other = await addApp(world, developer, { launchUrl: "https://other.example/" });
    const { token } = await launch();
    const stranger = await addAccount(world);
    const { format } = world.deps;
    const parsed = format.parse(token, "it");
    const forged = parsed.kind === "token" ? format.format("it", parsed.id, new Uint8Array(32)) : "";
    for (const [asked, call] of [
      [withToken(token, other), owner.call],
      [withToken(token), stranger.call],
      [withToken(tamper(token)), owner.call],
      [withToken(forged), owner.call],
      [withToken(forged), page],
      [withToken("lk_it_x"), page],
      [withToken(token.replace("lk_it_", "lk_ac_")), owner.call],
    ] as const) {
      expect(await startAuthorization(world.deps, asked, call)).toEqual(refused);
    }
    await world.rows("update install_token set expires_at = clock_timestamp()");
    expect(await startAuthorization(world.deps, withToken(token), owner.call)).toEqual(refused);
    expect(await startAuthorization(world.deps, withToken(token), page)).toEqual(refused);
  });

  test("presented without a session is checked against the account that signs in", async () => {
    const { token } = await launch();
    const id = await startInteraction(world, withToken(token));
    const stranger = await addAccount(world);
    await expect(getInteraction(world.deps, { interactionId: id }, stranger.call)).rejects.toMatchObject({
      kind: "failed_precondition",
      reason: "INSTALL_TOKEN",
    });
    expect(await getPage(world, id, owner.call)).toMatchObject({ preselectedMerchantId: second });
    await getPage(world, id, owner.call);
    expect(await startAuthorization(world.deps, withToken(token), owner.call)).toEqual(refused);
  });

  test("is stored as a digest", async () => {
    const { token } = await launch();
    const [row] = await world.rows<{ text: string }>("select string_agg(t::text, ' ') as text from install_token t");
    expect(row!.text).not.toContain(token.slice(6));
  });
});
