import type { Sharp } from "sharp";

/** The maximum size of an image file in bytes. */
export const MAX_LOGO_BYTES = 256 * 1024;
/** The maximum width and height in pixels. Larger images are scaled down. */
export const LOGO_PIXELS = 512;
// 16 megapixels take at most 64 MB of memory while they are decoded.
const MAX_INPUT_PIXELS = 4096 * 4096;

const SIGNATURES = [
  { format: "png", mediaType: "image/png", test: (bytes: Buffer) => bytes.subarray(0, 8).equals(PNG_SIGNATURE) },
  { format: "jpeg", mediaType: "image/jpeg", test: (bytes: Buffer) => bytes.readUIntBE(0, 3) === 0xffd8ff },
  {
    format: "webp",
    mediaType: "image/webp",
    test: (bytes: Buffer) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
] as const;
const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

export interface Logo {
  image: Uint8Array;
  mediaType: string;
}

export type LogoResult = { kind: "logo"; logo: Logo } | { kind: "refuse"; description: string };

/**
 * Decodes an uploaded image and encodes it again, so that no part of the file reaches a browser. The signature is checked before decoding:
 * libvips also reads SVG and other formats.
 */
export async function encodeLogo(file: Uint8Array): Promise<LogoResult> {
  const bytes = Buffer.from(file);
  if (bytes.length > MAX_LOGO_BYTES) return refuse("The image file has at most 256 KiB.");
  const kind = bytes.length < 12 ? undefined : SIGNATURES.find(({ test }) => test(bytes));
  if (kind === undefined) return refuse("Use a PNG, JPEG or WebP image.");
  // Loaded on first use, because libvips takes 20 MB.
  const { default: sharp } = await import("sharp");
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: "error" });
    const { format } = await image.metadata();
    if (format !== kind.format) return refuse("Use a PNG, JPEG or WebP image.");
    return { kind: "logo", logo: await write(image, kind) };
  } catch {
    return refuse("The image cannot be read, or has more than 4096 by 4096 pixels.");
  }
}

function refuse(description: string): LogoResult {
  return { kind: "refuse", description };
}

async function write(image: Sharp, { format, mediaType }: (typeof SIGNATURES)[number]): Promise<Logo> {
  const small = image.autoOrient().resize(LOGO_PIXELS, LOGO_PIXELS, { fit: "inside", withoutEnlargement: true });
  const written = await small.clone().toFormat(format).toBuffer();
  if (written.length <= MAX_LOGO_BYTES) return { image: written, mediaType };
  // A photograph as PNG may exceed the limit; a lossy image with these dimensions never does.
  return { image: await small.clone().webp({ quality: 80 }).toBuffer(), mediaType: "image/webp" };
}
