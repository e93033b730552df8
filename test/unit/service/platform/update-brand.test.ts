import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getBrand, type PlatformDependencies } from "../../../../src/service/platform/get-brand.ts";
import { type UpdateBrandRequest, updateBrand } from "../../../../src/service/platform/update-brand.ts";
import { createBrandStore } from "../../../../src/store/platform/brand-store.ts";
import { developerCall, operatorCall } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();
let deps: PlatformDependencies;
beforeAll(async () => {
  deps = { brands: createBrandStore(world.management) };
});
beforeEach(() => world.rows("delete from brand"));

const HARBOUR: UpdateBrandRequest = { name: "Harbour", accent: "#1d4ed8", logo: undefined, support: undefined };
const png = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
const update = async (change: Partial<UpdateBrandRequest>, call = operatorCall(world)) =>
  updateBrand(deps, { ...HARBOUR, ...change }, await call);

describe("updateBrand", () => {
  test("stores name, colour and a re-encoded logo, and audits them", async () => {
    expect(await getBrand(deps)).toBeNull();
    await update({ logo: await png() });
    expect(await getBrand(deps)).toMatchObject({ name: "Harbour", accent: "#1d4ed8", logoMediaType: "image/png" });
    const { logo, logoDigest } = (await getBrand(deps))!;
    expect(logoDigest).toMatch(/^[\w-]{43}$/);
    expect(await sharp(logo!).metadata()).toMatchObject({ format: "png", width: 40 });
    const [event] = await world.rows("select detail from audit_event where action = 'brand.update' order by id desc");
    expect(event).toMatchObject({ detail: { name: "Harbour", accent: "#1d4ed8", logoDigest, support: "unchanged" } });
  });

  test("keeps the logo without a new one, and removes it with an empty one", async () => {
    await update({ logo: await png() });
    await update({ name: "Port" });
    expect((await getBrand(deps))?.logo).not.toBeNull();
    await update({ logo: new Uint8Array() });
    expect(await getBrand(deps)).toMatchObject({ name: "Harbour", logo: null, logoDigest: null });
  });

  test("keeps the support contact without a new one, and removes it with null", async () => {
    await update({ support: "help@harbour.example" });
    await update({ name: "Port" });
    expect((await getBrand(deps))?.support).toBe("help@harbour.example");
    await update({ support: null });
    expect((await getBrand(deps))?.support).toBeNull();
  });

  test.each([
    ["name", { name: "" }],
    ["accent_color", { accent: "#ff0000" }],
    ["support", { support: "javascript:alert(1)" }],
    ["logo", { logo: Buffer.from("<svg/>") }],
  ])("refuses an invalid %s and changes nothing", async (field, change) => {
    await update({});
    const error = await update({ ...change, name: "name" in change ? change.name : "Other" }).catch(
      (refusal) => refusal,
    );
    expect(error).toMatchObject({ reason: "INVALID", violations: [{ field }] });
    expect((await getBrand(deps))?.name).toBe("Harbour");
  });

  test("refuses a change by a caller that has read an earlier brand, and audits nothing", async () => {
    const first = await update({ revision: 0 });
    expect(await requestErrorOf(update({ name: "Outdated", revision: 0 }))).toEqual({
      kind: "aborted",
      reason: "REVISION_CHANGED",
    });
    const second = await update({ name: "Pier", revision: first.revision });
    const both = [
      update({ name: "Quay", revision: second.revision }),
      update({ name: "Dock", revision: second.revision }),
    ];
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const events = await world.rows(
      "select 1 from audit_event where action = 'brand.update' and detail->>'name' = 'Outdated'",
    );
    expect(events).toEqual([]);
    expect(await update({})).toMatchObject({ name: "Harbour", revision: second.revision + 2 });
  });

  test("is for operators; reading needs no session", async () => {
    const error = await requestErrorOf(update({}, developerCall(world)));
    expect(error).toMatchObject({ reason: "OPERATOR_ONLY" });
    expect(page.actor).toBeNull();
    expect(await getBrand(deps)).toBeNull();
  });
});
