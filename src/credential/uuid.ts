const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the 36-character text form of any version. Checked before a query, because PostgreSQL rejects other text with an error. */
export function isUuid(text: string): boolean {
  return TEXT.test(text);
}

/** True if two texts are the same UUID. PostgreSQL accepts upper case too, so ids of requests are compared without it. @see RFC 9562 §4 */
export function isSameUuid(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/** The 16 bytes of a 36-character UUID of any version. Throws a TypeError for other text. @see RFC 9562 §4 */
export function uuidToBytes(id: string): Uint8Array {
  if (!isUuid(id)) throw new TypeError("an id must be a UUID");
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

/** The lower-case 36-character text form of 16 bytes. */
export function uuidFromBytes(bytes: Uint8Array): string {
  const hex = (from: number, end: number) => {
    let text = "";
    for (let at = from; at < end; at++) text += HEX[bytes[at]!];
    return text;
  };
  return `${hex(0, 4)}-${hex(4, 6)}-${hex(6, 8)}-${hex(8, 10)}-${hex(10, 16)}`;
}
