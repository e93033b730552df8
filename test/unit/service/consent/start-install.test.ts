import { expect, test } from "vitest";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { startInstall } from "../../../../src/service/consent/start-install.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { addApp, getPage } from "../../../support/world/consent.ts";
import { useShopWorld } from "../../../support/world/fixtures.ts";
import { ISSUER } from "../../../support/world/world.ts";

const { world, developer, owner, shop } = useShopWorld();

test("a platform-started authorization has a new state for each click, and is a valid request", async () => {
  const clientId = await addApp(world, developer, { platformStart: true });
  const links = [1, 2].map(() => startInstall(world.deps, { clientId, merchantId: null }, owner.call));
  const [one, two] = (await Promise.all(links)).map((link) => new URL(link));
  expect(one!.origin + one!.pathname).toBe(`${ISSUER}/oauth/authorize`);
  expect(one!.searchParams.get("state")).toMatch(/^[\w-]{43}$/);
  expect(one!.searchParams.get("state")).not.toBe(two!.searchParams.get("state"));
  const outcome = await startAuthorization(
    world.deps,
    { parameters: [...one!.searchParams], malformed: [] },
    owner.call,
  );
  const id = outcome.kind === "interaction" ? outcome.interactionId : "";
  expect(await getPage(world, id, owner.call)).toMatchObject({
    preselectedMerchantId: shop.merchantId,
    requestedScopes: ["orders:read", "orders:write"],
  });
});

test("requires a merchant of the account, and its id if there are several", async () => {
  const clientId = await addApp(world, developer, { launchUrl: "https://labels.example/" });
  const stranger = await addMerchant(world, await addAccount(world));
  const start = (merchant: string | null) => startInstall(world.deps, { clientId, merchantId: merchant }, owner.call);
  await expect(start(stranger.merchantId)).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "MERCHANT_REFUSED",
  });
  await addMerchant(world, owner);
  await expect(start(null)).rejects.toMatchObject({
    kind: "invalid_argument",
    violations: [{ field: "merchant_id" }],
  });
  await start(shop.merchantId);
  const other = await addAccount(world);
  await expect(startInstall(world.deps, { clientId, merchantId: null }, other.call)).rejects.toMatchObject({
    reason: "MERCHANT_REFUSED",
  });
});
