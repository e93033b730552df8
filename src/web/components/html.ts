import { raw, html as tag } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Markup from `html`, with all values escaped. */
export type Html = HtmlEscapedString;

/** A value in a template; false, null and undefined print nothing. */
export type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[];

/** Creates markup and escapes all values in it. Values must not be promises; attribute values must be in double quotes. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return tag(strings, ...values) as Html;
}

/** Marks a part of markup from `html` as such, so that it is not escaped again. */
export function trusted(part: string): Html {
  return raw(part) as Html;
}

/** The first letter of a name, shown instead of a picture. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "?";
}

/** The href of a developer's website or contact; null for anything but https URLs and email addresses. */
export function safeLink(text: string): string | null {
  if (/^https:\/\/[^\s]+$/i.test(text) && URL.canParse(text)) return text;
  return /^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text) ? `mailto:${text}` : null;
}
