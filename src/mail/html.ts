import type { MailLanguage } from "../model/mail.ts";
import type { MailText } from "./mail-text.ts";

export interface HtmlLook {
  language: MailLanguage;
  /** The platform's name, above the text. */
  platform: string;
  publicUrl: string;
  /** The colour of the button, dark enough for white text. */
  accent: string;
  /** True if the mail contains the image `cid:logo`. */
  hasLogo: boolean;
  /** The support contact; null if there is none. */
  help: { label: string; text: string; url: string } | null;
  /** The sentence before the address of the button. */
  fallback: string;
}

const FONT =
  "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif";

/** The colours of the pages. The light colours are also in style attributes, for mail programs that ignore style elements. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:30rem){.page{padding:16px 12px !important}.card{padding:24px 20px !important}.action,.action tbody,.action a{display:block !important;text-align:center}}
@media (prefers-color-scheme:dark){
body,.page{background:#0d1117 !important}
.card{background:#161b22 !important;border-color:#2d3541 !important}
.text{color:#e6e9ef !important}
.muted{color:#9aa5b5 !important}
.line{border-color:#2d3541 !important}
.quote{background:#1f2630 !important;border-color:#424c5c !important}
}`;

const TEXT = "color:#1b2330";
const MUTED = "color:#5a6476";
const SMALL = "font-size:14px;line-height:1.5";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The HTML of a mail: one card made of tables, which every mail program can lay out. It is readable without images and style elements. */
export function htmlText(mail: MailText, look: HtmlLook): string {
  const { subject, paragraphs, facts = [], quote, action, after = [] } = mail;
  const card = [
    `<h1 class="text" style="margin:0 0 12px;font-size:22px;font-weight:600;line-height:1.3;${TEXT}">${escapeHtml(subject)}</h1>`,
    ...paragraphs.flatMap((text, at) => [
      paragraph("text", "margin:0 0 16px", text),
      ...(at === 0 && facts.length > 0 ? [factTable(facts)] : []),
    ]),
    ...(quote ? [quoteBlock(quote)] : []),
    ...(action === undefined ? [] : [button(action, look.accent)]),
    ...after.map((text) => paragraph("muted", `margin:0 0 8px;${SMALL};${MUTED}`, text)),
    ...(action === undefined ? [] : [addressOf(action, look.fallback)]),
  ];
  return `<!doctype html>
<html lang="${look.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body style="margin:0;padding:0;background:#f6f7f9;${FONT};font-size:16px;line-height:1.5;${TEXT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? "")}</div>
<table ${TABLE} width="100%"><tr><td class="page" align="center" style="padding:32px 16px;background:#f6f7f9">
<table ${TABLE} width="560" style="width:100%;max-width:560px;text-align:left">
<tr><td style="padding:0 0 16px">${brandRow(look)}</td></tr>
<tr><td class="card" style="padding:32px;border:1px solid #e2e6ec;border-radius:12px;background:#ffffff;overflow-wrap:anywhere">
${card.join("\n")}
</td></tr>
<tr><td class="muted" style="padding:16px 0 0;font-size:13px;${MUTED}">${escapeHtml(look.platform)} · <a class="muted" href="${escapeHtml(look.publicUrl)}" style="${MUTED}">${escapeHtml(look.publicUrl)}</a>${helpLine(look)}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

function helpLine({ help }: HtmlLook): string {
  if (help === null) return "";
  return `<br>${escapeHtml(help.label)}: <a class="muted" href="${escapeHtml(help.url)}" style="${MUTED}">${escapeHtml(help.text)}</a>`;
}

function brandRow({ platform, hasLogo }: HtmlLook): string {
  const logo =
    '<img src="cid:logo" alt="" height="28" style="height:28px;max-width:160px;border-radius:4px;background:#ffffff;vertical-align:middle">&nbsp; ';
  return `${hasLogo ? logo : ""}<span class="text" style="font-size:17px;font-weight:700;line-height:28px;vertical-align:middle;${TEXT}">${escapeHtml(platform)}</span>`;
}

function paragraph(name: string, style: string, text: string): string {
  return `<p class="${name}" style="${style}">${escapeHtml(text)}</p>`;
}

/** A table of names and values in two columns, separated by lines. */
function factTable(facts: NonNullable<MailText["facts"]>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="muted line" style="padding:8px 16px 8px 0;border-bottom:1px solid #e2e6ec;white-space:nowrap;vertical-align:top;${SMALL};${MUTED}">${escapeHtml(name)}:</td>
<td class="text line" width="100%" style="padding:8px 0;border-bottom:1px solid #e2e6ec;${SMALL};font-weight:600;${TEXT}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table ${TABLE} width="100%" class="line" style="margin:0 0 20px;border-top:1px solid #e2e6ec">${rows.join("\n")}</table>`;
}

function quoteBlock(quote: string): string {
  const lines = quote.split(/\r\n|[\r\n]/).map(escapeHtml);
  return `<blockquote class="quote text" style="margin:0 0 20px;padding:12px 16px;border-left:3px solid #ccd3dd;background:#f6f7f9;${TEXT}">${lines.join("<br>")}</blockquote>`;
}

/** Sets the colour on the cell too, because some mail programs paint no background of a link. */
function button({ label, url }: NonNullable<MailText["action"]>, accent: string): string {
  const colour = escapeHtml(accent);
  const link = `display:inline-block;padding:12px 20px;border-radius:8px;background:${colour};color:#ffffff;font-size:15px;font-weight:600;line-height:20px;text-decoration:none`;
  return `<table ${TABLE} class="action" style="margin:8px 0 20px"><tr class="action"><td class="action" bgcolor="${colour}" style="border-radius:8px"><a href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`;
}

/** The URL of the button as text, for mail programs that open no links and for readers who check it. */
function addressOf({ url }: NonNullable<MailText["action"]>, fallback: string): string {
  const [href, style] = [escapeHtml(url), "font-size:13px;line-height:1.5"];
  return `<p class="muted line" style="margin:20px 0 0;padding:16px 0 0;border-top:1px solid #e2e6ec;${style};${MUTED}">${escapeHtml(fallback)}<br>
<a class="muted" href="${href}" style="${MUTED};word-break:break-all">${href}</a></p>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
