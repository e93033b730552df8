import { createHash } from "node:crypto";

/**
 * A digest of each stored field, as a query string. A form sends those that it was filled from, because the core keeps no earlier values to
 * compare with.
 */
export function digestsOf(fields: Readonly<Record<string, unknown>>): string {
  const digests = Object.entries(fields).map(([field, value]) => [field, digestOf(JSON.stringify(value))]);
  return new URLSearchParams(digests).toString();
}

interface Digests {
  /** The fields that the form was filled from. */
  opened: string;
  /** The fields as the form sends them. */
  input: string;
  /** The stored fields. */
  now: string;
}

/** The fields that another change touched: those that the form left as they were, and those that it changed differently. */
export function compareFields({ opened, input, now }: Digests): { untouched: string[]; both: string[] } {
  const [before, sent, stored] = [opened, input, now].map((digests) => new URLSearchParams(digests));
  const changed = changedFields(opened, now);
  const isUntouched = (field: string) => sent!.get(field) === before!.get(field);
  const both = changed.filter((field) => !isUntouched(field) && sent!.get(field) !== stored!.get(field));
  return { untouched: changed.filter(isUntouched), both };
}

/** The fields whose stored values differ, in the order of the form. */
export function changedFields(opened: string, now: string): string[] {
  const before = new URLSearchParams(opened);
  const isChanged = ([field, digest]: readonly [string, string]) => before.has(field) && before.get(field) !== digest;
  return [...new URLSearchParams(now)].filter(isChanged).map(([field]) => field);
}

function digestOf(value: string): string {
  return createHash("sha256").update(value).digest("base64url").slice(0, 8);
}
