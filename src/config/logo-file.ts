import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Brand, type BrandLogo, imageTypeOf } from "../brand/brand.ts";
import type { Config } from "./config.ts";
import type { Settings } from "./settings.ts";

const MAX_BYTES = 256 * 1024;

/** Errors of the file in PLATFORM_LOGO_FILE. */
export function findLogoErrors({ PLATFORM_LOGO_FILE: file }: Pick<Settings, "PLATFORM_LOGO_FILE">): string[] {
  if (file === undefined) return [];
  try {
    readLogoFile(file);
    return [];
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "cannot be read";
    return [`PLATFORM_LOGO_FILE names a file that ${reason}: ${JSON.stringify(file)}.`];
  }
}

/** Reads a logo, which is served unchanged, because the operator of the service chose it. @throws RangeError for a wrong type or size */
export function readLogoFile(file: string): BrandLogo {
  const image = readFileSync(file);
  if (image.length > MAX_BYTES) throw new RangeError("has more than 256 KiB");
  const mediaType = imageTypeOf(image);
  if (mediaType === null) throw new RangeError("is no PNG, JPEG or WebP image");
  return { image, mediaType, digest: hash("sha256", image, "base64url") };
}

/** The brand of the settings, with the image of the logo. */
export function configuredBrand({ name, accent, logoFile, support }: Config["brand"]): Brand {
  return { name, accent, logo: logoFile === null ? null : readLogoFile(logoFile), support };
}
