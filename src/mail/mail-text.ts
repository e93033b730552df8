import type { MailContent, MailKind } from "../model/mail.ts";

/** The text of a mail, from which its plain text and its HTML are made. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  /** A person's own words, such as a reviewer's reason. */
  quote?: string | null;
  action?: { label: string; url: string };
  /** After the button: how long it works, and how to ignore the mail. */
  after?: readonly string[];
}

/** One function for each kind of mail. @param platform the platform's name */
export type MailTexts = {
  [K in MailKind]: (content: Extract<MailContent, { kind: K }>, platform: string) => MailText;
};
