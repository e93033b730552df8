import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Values that a page shows once, by name. */
export type Flash = Readonly<Record<string, string>>;

const CIPHER = "aes-256-gcm";
const [IV, TAG] = [12, 16];

/**
 * Encrypts values for one session and page, to carry them through a redirect in a cookie. @param path the path of the page, without a
 * query @returns base64url
 */
export function sealFlash(session: string, path: string, flash: Flash): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, keyOf(session), iv).setAAD(Buffer.from(path));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(flash), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts a value of `sealFlash`; null if the value is forged or belongs to another session or page. */
export function openFlash(session: string, path: string, value: string): Flash | null {
  const bytes = Buffer.from(value, "base64url");
  if (bytes.length <= IV + TAG) return null;
  const decipher = createDecipheriv(CIPHER, keyOf(session), bytes.subarray(0, IV)).setAAD(Buffer.from(path));
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
  try {
    return JSON.parse(`${decipher.update(bytes.subarray(IV + TAG), undefined, "utf8")}${decipher.final("utf8")}`);
  } catch {
    return null;
  }
}

function keyOf(session: string): Buffer {
  return Buffer.from(hkdfSync("sha256", session, "", "latchkey shown once", 32));
}

/** The size of a text in bytes that the cookie can carry beside a secret and a message. */
const MAX_TEXT = 1150;

/** A typed text that a flash carries, cut at the end if it is too large for the cookie. */
export function shortened(text: string): string {
  const characters = [...text];
  while (Buffer.byteLength(JSON.stringify(characters.join(""))) > MAX_TEXT) characters.pop();
  return characters.length === [...text].length ? text : `${characters.slice(0, -1).join("")}…`;
}
