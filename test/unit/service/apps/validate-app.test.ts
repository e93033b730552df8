import { beforeAll, describe, expect, test } from "vitest";
import { listApps } from "../../../../src/service/apps/list-apps.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { validateApp } from "../../../../src/service/apps/validate-app.ts";
import { validateAuthorizeUrl } from "../../../../src/service/apps/validate-authorize-url.ts";
import { developerCall, insertAccount } from "../../../support/world/accounts.ts";
import { addCatalogue, createDraft, profile } from "../../../support/world/apps.ts";
import { callOf } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
beforeAll(() => addCatalogue(world));

const EMPTY = { ...profile(), name: "", purpose: "", redirectUris: [], scopes: [] };

describe("validateApp", () => {
  test("returns all violations with codes and stores nothing", async () => {
    const call = await developerCall(world);
    const asked = { ...EMPTY, redirectUris: ["http://x.example/#a"], website: "ftp://x" };
    const found = await validateApp(
      world.deps,
      { profile: asked, confidential: true, settings: NO_CHANGE, clientId: null },
      call,
    );
    expect(found.map(({ field, reason }) => [field, reason])).toEqual([
      ["profile.name", "REQUIRED"],
      ["profile.purpose", "REQUIRED"],
      ["profile.website", "NOT_HTTPS"],
      ["profile.redirect_uris[0]", "FRAGMENT"],
      ["profile.redirect_uris[0]", "HTTP_NOT_LOOPBACK"],
      ["profile.scopes", "REQUIRED"],
    ]);
    expect(
      (
        await listApps(
          world.deps,
          { state: null, developerAccountId: null, namePrefix: null, page: { pageSize: 0, pageToken: "" } },
          call,
        )
      ).items,
    ).toEqual([]);
  });

  test("uses an existing app's own secret, and requires access to it", async () => {
    const call = await developerCall(world);
    const { clientId } = (await createDraft(world, call)).app;
    const asked = {
      profile: profile({ redirectUris: ["com.example.app:/cb"] }),
      confidential: false,
      settings: NO_CHANGE,
    };
    expect(await validateApp(world.deps, { ...asked, clientId: null }, call)).toEqual([]);
    expect(await validateApp(world.deps, { ...asked, clientId }, call)).toMatchObject([
      { reason: "SCHEME_NEEDS_PUBLIC_APP" },
    ]);
    await expect(validateApp(world.deps, { ...asked, clientId }, await developerCall(world))).rejects.toMatchObject({
      reason: "NOT_FOUND",
    });
  });

  test("requires the developer role", async () => {
    const stranger = callOf(await insertAccount(world));
    const asked = { profile: profile(), confidential: true, settings: NO_CHANGE, clientId: null };
    await expect(validateApp(world.deps, asked, stranger)).rejects.toMatchObject({ reason: "DEVELOPER_ONLY" });
    await expect(validateAuthorizeUrl(world.deps, { url: "x" }, stranger)).rejects.toMatchObject({
      reason: "DEVELOPER_ONLY",
    });
  });
});
