/** The logo of an earlier attempt, as base64 for a hidden field and as the source of an image; null for a file that is no image. */
export function keptLogo(logo: Uint8Array | null): { base64: string; source: string } | null {
  const type = logo === null ? null : imageTypeOf(logo);
  if (logo === null || type === null) return null;
  const base64 = Buffer.from(logo).toString("base64");
  return { base64, source: `data:${type};base64,${base64}` };
}

/** The media type of an image by its first bytes; null for other types, which must not be shown as a logo. */
export function imageTypeOf(image: Uint8Array): string | null {
  const head = Buffer.from(image.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}
