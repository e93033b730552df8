// The cookies of this service contain base64url or a language tag.
const VALUE = /^[A-Za-z0-9_-]+$/;

/**
 * The value of a cookie of this service; null unless the header has exactly one valid value, because another host may have set a duplicate.
 */
export function readCookie(header: string | undefined, name: string, maxLength = 256): string | null {
  const prefix = `${name}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
  const [value = ""] = values;
  return values.length === 1 && value.length <= maxLength && VALUE.test(value) ? value : null;
}
