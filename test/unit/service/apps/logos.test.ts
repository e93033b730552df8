import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOGO_PIXELS, MAX_LOGO_BYTES } from "../../../../src/service/apps/logo.ts";
import type { Call } from "../../../../src/service/call.ts";
import {
  approve,
  createApproved,
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  NO_SETTINGS,
  profile,
  requestErrorOf,
} from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
});
afterAll(() => fixture.close());

const square = (size: number, colour = "#336699") =>
  sharp({ create: { width: size, height: size, channels: 3, background: colour } });
const noise = (size: number) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
const digestOf = async (clientId: string) => (await fixture.apps.get(clientId, developer)).app.profile.logoDigest;
const INVALID = { kind: "invalid_argument", reason: "INVALID" };

describe("a logo", () => {
  test.each(["png", "jpeg", "webp"] as const)(
    "in %s is written anew, smaller, without what else the file said",
    async (format) => {
      const { clientId } = await createDraft(fixture, developer);
      const file = await square(800)
        .withExif({ IFD0: { Copyright: "SECRET-REMARK" } })
        .toFormat(format)
        .toBuffer();
      await fixture.apps.setLogo(clientId, file, developer);
      const logo = await fixture.apps.getLogo(clientId, (await digestOf(clientId))!);
      expect(logo.mediaType).toBe(`image/${format}`);
      expect(await sharp(logo.image).metadata()).toMatchObject({ format, width: LOGO_PIXELS, height: LOGO_PIXELS });
      expect(Buffer.from(logo.image).includes("SECRET-REMARK")).toBe(false);
    },
  );

  test("that compresses badly still fits", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const file = await noise(700).webp({ quality: 30 }).toBuffer();
    expect(file.length).toBeLessThan(MAX_LOGO_BYTES);
    await fixture.apps.setLogo(clientId, file, developer);
    const logo = await fixture.apps.getLogo(clientId, (await digestOf(clientId))!);
    expect(logo.image.length).toBeLessThanOrEqual(MAX_LOGO_BYTES);
  });

  test("is no SVG, no GIF, no text, no half a file, and none too big in bytes or pixels", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const png = await square(300).png().toBuffer();
    const files = {
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
      gif: await square(10).gif().toBuffer(),
      text: Buffer.from("hello, this is no image"),
      tiny: Buffer.from([0xff]),
      half: png.subarray(0, png.length / 2),
      signature: Buffer.concat([png.subarray(0, 8), Buffer.from("<svg/>"), Buffer.alloc(50)]),
      bytes: Buffer.concat([png, Buffer.alloc(MAX_LOGO_BYTES)]),
      bomb: await square(5000).png({ compressionLevel: 9 }).toBuffer(),
    };
    expect(files.bomb.length).toBeLessThan(MAX_LOGO_BYTES);
    for (const [name, file] of Object.entries(files)) {
      expect([name, await requestErrorOf(fixture.apps.setLogo(clientId, file, developer))]).toEqual([name, INVALID]);
    }
  });

  test("of a live app waits in the pending revision until it is approved", async () => {
    const { clientId } = await createApproved(fixture, developer);
    const changed = await fixture.apps.setLogo(clientId, await square(64).png().toBuffer(), developer);
    expect(changed.profile.logoDigest).toBeNull();
    const logoDigest = changed.pending!.profile.logoDigest!;
    expect((await fixture.apps.getLogo(clientId, logoDigest)).mediaType).toBe("image/png");
    expect((await approve(fixture, clientId, developer)).profile.logoDigest).toBe(logoDigest);
    const next = profile({ name: "Next" });
    expect(
      (await fixture.apps.update({ clientId, profile: next, settings: NO_SETTINGS }, developer)).pending!.profile
        .logoDigest,
    ).toBe(logoDigest);
  });

  test("is forgotten when nothing names it any more", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const first = await fixture.apps.setLogo(clientId, await square(64).png().toBuffer(), developer);
    const again = await fixture.apps.setLogo(clientId, await square(64).png().toBuffer(), developer);
    expect(again).toEqual(first);
    await fixture.apps.setLogo(clientId, await square(64, "#ff0000").png().toBuffer(), developer);
    const gone = { kind: "not_found", reason: "NOT_FOUND" };
    expect(await requestErrorOf(fixture.apps.getLogo(clientId, first.profile.logoDigest!))).toEqual(gone);
    expect((await fixture.apps.setLogo(clientId, new Uint8Array(), developer)).profile.logoDigest).toBeNull();
    expect(await requestErrorOf(fixture.apps.getLogo(clientId, "x"))).toEqual(gone);
    expect(await requestErrorOf(fixture.apps.getLogo("a\0", "x".repeat(43)))).toEqual(gone);
  });

  test("does not change under review", async () => {
    const { clientId } = await createDraft(fixture, developer);
    await fixture.apps.submit(clientId, developer);
    const file = await square(32).png().toBuffer();
    expect(await requestErrorOf(fixture.apps.setLogo(clientId, file, developer))).toMatchObject({ reason: "STATE" });
  });
});
