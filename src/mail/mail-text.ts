import type { MailContent, MailKind } from "../model/mail.ts";

/** The text of a mail, from which its plain text and its HTML are made. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  /** Names and values after the first paragraph, such as the device of a sign-in. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** A person's own words, such as a reviewer's reason. */
  quote?: string | null;
  action?: { label: string; url: string };
  /** The paragraphs after the button: how long its link works, and how to ignore the mail. */
  after?: readonly string[];
}

/** One function for each kind of mail. @param platform the platform's name @param support its support contact; null if there is none */
export type MailTexts = {
  [K in MailKind]: (content: Extract<MailContent, { kind: K }>, platform: string, support: string | null) => MailText;
};

/** The name of a device as on the pages, such as "Chrome on Windows". @param device a browser and a system, "Chrome, Windows" */
export function deviceText(device: string, on: string): string {
  return device.replace(", ", ` ${on} `);
}

/** A network as on the pages: a range of addresses, such as "192.0.2.x" for 192.0.2.0/24. */
export function networkText(network: string): string {
  return network.replace(/\.0\/24$/, ".x").replace(/::\/48$/, ":…");
}

const formatOf = (language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** A time of the mail's content in UTC, in the format of the pages, such as "2026-01-02 03:04 UTC". @param at ISO 8601 */
export function timeText(language: "en-GB" | "de", at: string): string {
  const time = Date.parse(`${at.replace(" ", "T")}Z`);
  return `${Number.isNaN(time) ? at : formatOf(language).format(time)} UTC`;
}
