import type { MailLanguage } from "../model/mail.ts";

/** The reasons of a review, as the pages name them. */
export const REVIEW_REASONS: Readonly<Record<MailLanguage, Readonly<Record<string, string>>>> = {
  en: {
    INCOMPLETE: "Incomplete",
    REDIRECT_URI: "Redirect URIs",
    SCOPES: "Requests scopes that it does not need",
    SCOPE_REASONS: "Reasons for scopes are unclear",
    PURPOSE: "The purpose is unclear",
    LOGO: "Misleading logo or name",
    WEBSITE: "Website or contact not working",
    POLICY: "Violates the platform’s rules",
    OTHER: "Other",
  },
  de: {
    INCOMPLETE: "Unvollständig",
    REDIRECT_URI: "Redirect-URIs",
    SCOPES: "Fordert unnötige Scopes an",
    SCOPE_REASONS: "Gründe für Scopes sind unklar",
    PURPOSE: "Der Zweck ist unklar",
    LOGO: "Logo oder Name ist irreführend",
    WEBSITE: "Website oder Kontakt funktioniert nicht",
    POLICY: "Verstößt gegen die Regeln der Plattform",
    OTHER: "Sonstiges",
  },
};

const LABEL: Readonly<Record<MailLanguage, string>> = { en: "Reason", de: "Grund" };

/** The reason as a fact of a mail. Nothing without a reason, or with a code of another service that has no name. */
export function reasonFacts(language: MailLanguage, code: string | null = null): [name: string, value: string][] {
  const name = REVIEW_REASONS[language][code ?? ""];
  return name === undefined ? [] : [[LABEL[language], name]];
}
