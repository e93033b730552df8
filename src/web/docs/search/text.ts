import { decodeEntities } from "../markdown/elements.ts";

/**
 * The readable text of markup without its samples: one line per paragraph, list item or row, and names in code in backticks. Relies on
 * `html`, which escapes ">" in attributes.
 */
export function textOf(markup: string): string {
  const text = markup
    .replaceAll(/<(pre|button|nav|caption|thead|h1|summary|svg)\b.*?<\/\1>|<div class="sample-bar">.*?<\/div>/gs, " ")
    .replaceAll(/<(span|p|div) class="(?:method |endpoint-(?:try|url|codes)").*?<\/\1>/gs, " ")
    // The statuses of an error code
    .replace(/^(?:(?!<dt).)*?<\/dt>/s, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<code\b[^>]*>(.*?)<\/code>/gs, "`$1`")
    .replaceAll(/<\/?(?:a|em|small|span|strong|wbr)\b[^>]*>/g, "")
    .replaceAll(/(?:<\/p>\s*)?<\/div><\/td>(?!<\/tr>)/g, " · ")
    .replaceAll(/<\/(?:dd|div|dl|h3|li|ol|p|table|tr|ul)>/g, "\n")
    .replaceAll(/<[^>]*>/g, " ");
  const lines = decodeEntities(text).split("\n");
  return lines
    .map((line) => line.replaceAll(/\s+/g, " ").replaceAll(/^[ ·]+|[ ·]+$/g, ""))
    .filter((line) => line !== "")
    .join("\n");
}

/** The lines of the samples in markup. */
export function codeLinesOf(markup: string): string[] {
  const samples = [...markup.matchAll(/<pre\b.*?<code\b[^>]*>(.*?)<\/code><\/pre>/gs)].map(([, code = ""]) => code);
  const lines = samples.flatMap((code) => decodeEntities(code.replaceAll(/<[^>]*>/g, "")).split("\n"));
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}
