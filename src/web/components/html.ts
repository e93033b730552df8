import { html as tag } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Markup that is safe to send: made by `html`, every value in it escaped. */
export type Html = HtmlEscapedString;

/** What may stand in a template; false and null print nothing. */
export type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[];

/** The auto-escaping template tag, without the promises that the library's own type allows. Attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return tag(strings, ...values) as Html;
}

/** The address for a link to what a developer gave as website or contact; null for anything but https and e-mail. */
export function safeLink(text: string): string | null {
  if (/^https:\/\/[^\s]+$/i.test(text) && URL.canParse(text)) return text;
  return /^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text) ? `mailto:${text}` : null;
}
