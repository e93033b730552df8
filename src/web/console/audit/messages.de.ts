import { de as names } from "./action-names.de.ts";
import { de as details } from "./detail-names.de.ts";
import type { en } from "./messages.en.ts";
import { de as sentences } from "./sentences.de.ts";

/** Texts of the audit trail, in German. */
export const de: typeof en = {
  ...names,
  details,
  sentences,
  title: "Audit-Protokoll",
  app: "App (Name oder Client-ID)",
  installation: "Kennung der Installation",
  merchant: "Geschäft (Name oder Kennung)",
  person: "Person",
  account: "Person, E-Mail, Kennung",
  part: "Rolle der Person",
  parts: { either: "Akteur oder Betroffener", actor: "Nur Akteur" },
  action: "Aktion",
  exportLimit: (count: string) =>
    `Der Export enthält die neuesten ${count} passenden Ereignisse. Für mehr exportieren Sie jeweils nur wenige Tage.`,
  period: "Zeitraum",
  periods: {
    all: "Gesamt",
    "24h": "24 Stunden",
    "7d": "7 Tage",
    "30d": "30 Tage",
    custom: "Zeitraum",
  },
  since: (day) => `seit ${day}`,
  until: (day) => `bis ${day}`,
  from: "Von (UTC)",
  to: "Bis einschließlich (UTC)",
  dayErrors: {
    unknown: "Geben Sie einen Tag an, den es gibt, wie 2026-01-31.",
    order: "Der erste Tag liegt nach dem letzten.",
  },
  none: "Es gibt noch keine Ereignisse.",
  unnamed: "ohne Namen",
  unknown: {
    app: "eine App",
    merchant: "ein Geschäft",
    person: "ein Konto",
    anyPerson: "ein Konto",
    anyApp: "eine App",
  },
  marks: { warn: "Warnung", bad: "Kritisch" },
  detailsOf: "Details:",
  exactTime: "Genauer Zeitpunkt",
  actor: "Akteur",
  aboutMerchant: "Geschäft",
  affected: "Betroffene Person",
  address: "Adresse",
  byApp: "App",
  byKey: "Dienstschlüssel",
  keyWithin: "Dienstschlüssel",
  system: "Das System",
  aboutInstallation: "Installation",
  request: "Anfragenummer",
};
