import type { Messages } from "../messages.en.ts";

const PLACEHOLDER = "{platform}";

/** The last result for the texts of each language: the name changes rarely. */
const known = new WeakMap<Messages, { platform: string; t: Messages }>();

/** The texts with the name of the platform in place of `{platform}` in the documentation. */
export function withPlatformName(messages: Messages, platform: string): Messages {
  const last = known.get(messages);
  if (last?.platform === platform) return last.t;
  const t = { ...messages, docs: fill(messages.docs, platform) };
  known.set(messages, { platform, t });
  return t;
}

/** True for an object literal, but not for markup. */
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Texts are strings, lists and objects of texts, and functions that return texts. Anything else is kept. */
function fill<T>(text: T, platform: string): T {
  const filled = (): unknown => {
    if (typeof text === "string") return text.replaceAll(PLACEHOLDER, () => platform);
    if (typeof text === "function") return (...values: unknown[]) => fill(text(...values), platform);
    if (Array.isArray(text)) return text.map((one) => fill(one, platform));
    if (!isObject(text)) return text;
    return Object.fromEntries(Object.entries(text).map(([name, one]) => [name, fill(one, platform)]));
  };
  return filled() as T;
}
