import type { BrandLogo } from "../brand/brand.ts";
import type { MailContent, MailLanguage } from "../model/mail.ts";
import type { MailText, MailTexts } from "./mail-text.ts";
import { de } from "./texts.de.ts";
import { en } from "./texts.en.ts";

/** A mail as it is sent: one address, and the same content as plain text and as HTML. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** The image that the HTML shows as `cid:logo`; null without one. */
  logo: BrandLogo | null;
}

export interface MailView {
  content: MailContent;
  language: MailLanguage;
  /** The platform's name, and its origin for the signature. */
  platform: string;
  publicUrl: string;
  /** The colour of buttons as `#rrggbb`, dark enough for white text; null for a neutral colour. */
  accent: string | null;
  logo: BrandLogo | null;
}

const TEXTS: Record<MailLanguage, MailTexts> = { en, de };

/** Renders a mail in its language. Values of the content cannot add headers, markup or lines. */
export function renderMail({ content, language, platform, publicUrl, accent, logo }: MailView): RenderedMail {
  const template = TEXTS[language][content.kind] as (content: MailContent, platform: string) => MailText;
  const mail = template(onLines(content), platform);
  const signature = `${platform} · ${publicUrl}`;
  // Some mail programs cannot show WebP.
  const image = logo?.mediaType === "image/webp" ? null : logo;
  return {
    subject: mail.subject,
    text: plainText(mail, signature),
    html: htmlText(mail, { language, signature, accent: accent ?? NEUTRAL, hasLogo: image !== null }),
    logo: image,
  };
}

/** Replaces control characters and line separators in every value by a space. */
function onLines(content: MailContent): MailContent {
  const entries = Object.entries(content).map(([name, value]) => [
    name,
    typeof value === "string" && name !== "reason" ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ") : value,
  ]);
  return Object.fromEntries(entries) as MailContent;
}

function plainText({ paragraphs, quote, action, after = [] }: MailText, signature: string): string {
  const quoted = quote ? [quote.replace(/^/gm, "> ")] : [];
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return `${[...paragraphs, ...quoted, ...link, ...after, `--\n${signature}`].join("\n\n")}\n`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const NEUTRAL = "#1f2937";
const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:6px;color:#ffffff;text-decoration:none;font-weight:600";
const LOGO =
  '<p style="margin:0 0 16px"><img src="cid:logo" alt="" height="28" style="height:28px;max-width:200px"></p>';

interface Look {
  language: MailLanguage;
  signature: string;
  accent: string;
  hasLogo: boolean;
}

function htmlText(
  { subject, paragraphs, quote, action, after = [] }: MailText,
  { language, signature, accent, hasLogo }: Look,
): string {
  const paragraph = (text: string, style = "") => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const muted = "font-size:14px;color:#4b5563";
  const body = [
    ...(hasLogo ? [LOGO] : []),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((text) => paragraph(text)),
    ...(quote ? [quoteBlock(quote)] : []),
    ...(action === undefined ? [] : [button(action, accent), paragraph(action.url, `${muted};word-break:break-all`)]),
    ...after.map((text) => paragraph(text, muted)),
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e5e7eb;${muted}">${escapeHtml(signature)}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;color:#111827;${FONT};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
${body.join("\n")}
</div></body></html>
`;
}

function quoteBlock(quote: string): string {
  const lines = quote.split(/\r\n|[\r\n]/).map(escapeHtml);
  return `<blockquote style="margin:0 0 16px;padding:8px 16px;border-left:4px solid #d1d5db">${lines.join("<br>")}</blockquote>`;
}

function button({ label, url }: NonNullable<MailText["action"]>, accent: string): string {
  const style = `${BUTTON};background:${escapeHtml(accent)}`;
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
