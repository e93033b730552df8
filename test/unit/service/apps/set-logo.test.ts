import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { LOGO_PIXELS, MAX_LOGO_BYTES } from "../../../../src/service/apps/encode-logo.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { getLogo } from "../../../../src/service/apps/get-logo.ts";
import { setLogo } from "../../../../src/service/apps/set-logo.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { approve, createApproved, createDraft, profile } from "../../../support/world/apps.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

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
const digestOf = async (clientId: string) => (await getApp(world.deps, { clientId }, developer)).app.logoDigest;
const INVALID = { kind: "invalid_argument", reason: "INVALID" };

describe("setLogo", () => {
  test.each(["png", "jpeg", "webp"] as const)(
    "in %s is re-encoded, scaled down and stripped of metadata",
    async (format) => {
      const { clientId } = (await createDraft(world, developer)).app;
      const file = await square(800)
        .withExif({ IFD0: { Copyright: "SECRET-REMARK" } })
        .toFormat(format)
        .toBuffer();
      await setLogo(world.deps, { clientId, image: file }, developer);
      const logo = await getLogo(world.deps, { clientId, digest: (await digestOf(clientId))! });
      expect(logo.mediaType).toBe(`image/${format}`);
      expect(await sharp(logo.image).metadata()).toMatchObject({ format, width: LOGO_PIXELS, height: LOGO_PIXELS });
      expect(Buffer.from(logo.image).includes("SECRET-REMARK")).toBe(false);
    },
  );

  test("re-encodes images that compress badly within the size limit", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const file = await noise(700).webp({ quality: 30 }).toBuffer();
    expect(file.length).toBeLessThan(MAX_LOGO_BYTES);
    await setLogo(world.deps, { clientId, image: file }, developer);
    const logo = await getLogo(world.deps, { clientId, digest: (await digestOf(clientId))! });
    expect(logo.image.length).toBeLessThanOrEqual(MAX_LOGO_BYTES);
  });

  test("rejects other formats, damaged files, and too many bytes or pixels", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
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
      expect([name, await requestErrorOf(setLogo(world.deps, { clientId, image: file }, developer))]).toEqual([
        name,
        INVALID,
      ]);
    }
  });

  test("sets the logo of a live app in its pending revision", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    const changed = await setLogo(world.deps, { clientId, image: await square(64).png().toBuffer() }, developer);
    expect(changed.app.logoDigest ?? null).toBeNull();
    const logoDigest = changed.pending!.logoDigest!;
    expect((await approve(world, clientId, developer)).app.logoDigest).toBe(logoDigest);
    const next = profile({ name: "Next" });
    expect(
      (await updateApp(world.deps, { clientId, profile: next, settings: NO_CHANGE }, developer)).pending!.logoDigest,
    ).toBe(logoDigest);
  });

  test("deletes a logo that neither app nor revision references", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const first = await setLogo(world.deps, { clientId, image: await square(64).png().toBuffer() }, developer);
    const again = await setLogo(world.deps, { clientId, image: await square(64).png().toBuffer() }, developer);
    expect(again.app.revision).toBe(first.app.revision);
    const firstDigest = first.app.logoDigest!;
    await setLogo(world.deps, { clientId, image: await square(64, "#ff0000").png().toBuffer() }, developer);
    const gone = { kind: "not_found", reason: "NOT_FOUND" };
    expect(await requestErrorOf(getLogo(world.deps, { clientId, digest: firstDigest }))).toEqual(gone);
    expect((await setLogo(world.deps, { clientId, image: new Uint8Array() }, developer)).app.logoDigest).toBeNull();
  });

  test("rejects changes under review", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, developer);
    const file = await square(32).png().toBuffer();
    expect(await requestErrorOf(setLogo(world.deps, { clientId, image: file }, developer))).toMatchObject({
      reason: "STATE",
    });
  });
});
