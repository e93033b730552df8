import type { MailContent, MailLanguage } from "../model/mail.ts";
import type { MailText, MailTexts } from "./mail-text.ts";
import { de } from "./texts.de.ts";
import { en } from "./texts.en.ts";

/** A mail as it is sent: one address, and the same content as plain text and as HTML. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface MailView {
  content: MailContent;
  language: MailLanguage;
  /** The platform's name, and its origin for the signature. */
  platform: string;
  publicUrl: string;
}

const TEXTS: Record<MailLanguage, MailTexts> = { en, de };

/** Renders a mail in its language. Values of the content cannot add headers, markup or lines. */
export function renderMail({ content, language, platform, publicUrl }: MailView): RenderedMail {
  const template = TEXTS[language][content.kind] as (content: MailContent, platform: string) => MailText;
  const mail = template(onLines(content), platform);
  const signature = `${platform} · ${publicUrl}`;
  return {
    subject: mail.subject,
    text: plainText(mail, signature),
    html: htmlText(mail, { language, signature }),
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
const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none;font-weight:600";

function htmlText(
  { subject, paragraphs, quote, action, after = [] }: MailText,
  { language, signature }: { language: MailLanguage; signature: string },
): string {
  const paragraph = (text: string, style = "") => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const muted = "font-size:14px;color:#4b5563";
  const body = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((text) => paragraph(text)),
    ...(quote ? [quoteBlock(quote)] : []),
    ...(action === undefined ? [] : [button(action), paragraph(action.url, `${muted};word-break:break-all`)]),
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

function button({ label, url }: NonNullable<MailText["action"]>): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
