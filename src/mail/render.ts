import type { BrandLogo } from "../brand/brand.ts";
import { supportHref } from "../brand/support.ts";
import type { MailContent, MailLanguage } from "../model/mail.ts";
import { htmlText } from "./html.ts";
import type { MailText, MailTexts } from "./mail-text.ts";
import { de } from "./texts.de.ts";
import { en } from "./texts.en.ts";

/** A mail as it is sent: one address, and the same content as plain text and as HTML. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** The image that the HTML shows as `cid:logo`; null if there is none. */
  logo: BrandLogo | null;
}

export interface MailView {
  content: MailContent;
  language: MailLanguage;
  /** The platform's name, and its origin for the signature. */
  platform: string;
  publicUrl: string;
  /** The colour of buttons as `#rrggbb`, dark enough for white text; null for the pages' default colour. */
  accent: string | null;
  logo: BrandLogo | null;
  /** Where people get help: an e-mail address or an https URL; null if not set. */
  support: string | null;
}

/** The default colour of the pages' buttons. */
const DEFAULT_ACCENT = "#0f766e";

const FALLBACK: Record<MailLanguage, string> = {
  en: "If the button does not work, open this address:",
  de: "Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
};

const HELP: Record<MailLanguage, string> = { en: "Help", de: "Hilfe" };

const TEXTS: Record<MailLanguage, MailTexts> = { en, de };

/** Renders a mail in its language. Values of the content cannot add headers, markup or lines. */
export function renderMail({ content, language, platform, publicUrl, accent, logo, support }: MailView): RenderedMail {
  const template = TEXTS[language][content.kind] as (
    content: MailContent,
    platform: string,
    support: string | null,
  ) => MailText;
  const mail = template(onLines(content), platform, support);
  const look = { language, platform, publicUrl, accent: accent ?? DEFAULT_ACCENT };
  const help = support === null ? null : { label: HELP[language], text: support, url: supportHref(support) };
  // Some mail programs cannot show WebP.
  const image = logo?.mediaType === "image/webp" ? null : logo;
  return {
    subject: mail.subject,
    text: plainText(mail, `${platform} · ${publicUrl}${help === null ? "" : `\n${help.label}: ${help.text}`}`),
    html: htmlText(mail, { ...look, fallback: FALLBACK[language], hasLogo: image !== null, help }),
    logo: image,
  };
}

/** Replaces control characters and line separators in every value by spaces. */
function onLines(content: MailContent): MailContent {
  const entries = Object.entries(content).map(([name, value]) => [name, name === "reason" ? value : onOneLine(value)]);
  return Object.fromEntries(entries) as MailContent;
}

function onOneLine(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onOneLine);
  return typeof value === "string" ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ") : value;
}

function plainText({ paragraphs, facts = [], quote, action, after = [] }: MailText, signature: string): string {
  const table = facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : [];
  const [first = "", ...others] = paragraphs;
  const quoted = quote ? [quote.replace(/^/gm, "> ")] : [];
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  // With a space after the hyphens, mail programs recognize the signature. @see RFC 3676 §4.3
  return `${[first, ...table, ...others, ...quoted, ...link, ...after, `-- \n${signature}`].join("\n\n")}\n`;
}
