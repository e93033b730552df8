import { de as names } from "./action-names.de.ts";
import { de as details } from "./detail-names.de.ts";
import type { en } from "./messages.en.ts";

/** Texts of the audit trail, in German. */
export const de: typeof en = {
  ...names,
  details,
  title: "Audit-Protokoll",
  app: "App (Name oder Client-ID)",
  installation: "Kennung der Installation",
  merchant: "Geschäft (Name oder Kennung)",
  account: "Person (Name, E-Mail oder Kennung)",
  part: "Rolle der Person",
  parts: { either: "Akteur oder betroffen", actor: "Nur Akteur" },
  action: "Aktion",
  export: "Als CSV exportieren",
  exportLimit: (count: string) =>
    `Der Export enthält die neuesten ${count} Ereignisse dieser Filter. Exportieren Sie mehr in Abschnitten von einigen Tagen.`,
  more: "Weitere Filter",
  from: "Von (UTC)",
  to: "Bis einschließlich (UTC)",
  none: "Es gibt noch keine Ereignisse.",
  unnamed: "ohne Namen",
  at: "Zeit",
  actionColumn: "Aktion",
  actorColumn: "Akteur",
  subjectColumn: "Betrifft",
  addressColumn: "Adresse",
  byApp: "App",
  byKey: "Dienstschlüssel",
  system: "das System",
  aboutApp: "App",
  aboutMerchant: "Geschäft",
  aboutInstallation: "Installation",
  aboutAccount: "Konto",
  request: "Anfrage",
  actionId: "Aktion",
};
