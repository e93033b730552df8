import { en as names } from "./action-names.en.ts";
import { en as details } from "./detail-names.en.ts";
import { en as sentences } from "./sentences.en.ts";

/** Texts of the audit trail. */
export const en = {
  ...names,
  details,
  sentences,
  title: "Audit trail",
  app: "App (name or client ID)",
  installation: "Installation ID",
  merchant: "Merchant (name or ID)",
  person: "Person",
  account: "Person, e-mail or ID",
  part: "Role of the person",
  parts: { either: "Actor or subject", actor: "Actor only" },
  action: "Action",
  exportLimit: (count: string) =>
    `The export contains the newest ${count} matching events. For more, export a few days at a time.`,
  period: "Period",
  periods: {
    all: "All time",
    "24h": "24 hours",
    "7d": "7 days",
    "30d": "30 days",
    custom: "Custom",
  },
  since: (day: string) => `since ${day}`,
  until: (day: string) => `until ${day}`,
  from: "From (UTC)",
  to: "To, inclusive (UTC)",
  dayErrors: {
    unknown: "Enter a day that exists, such as 2026-01-31.",
    order: "The first day is after the last.",
  },
  none: "There are no events yet.",
  unnamed: "without a name",
  unknown: { app: "an app", merchant: "a merchant", person: "an account", anyPerson: "an account", anyApp: "an app" },
  marks: { warn: "Warning", bad: "Critical" },
  detailsOf: "Details:",
  exactTime: "Exact time",
  actor: "Actor",
  aboutMerchant: "Merchant",
  affected: "Affected person",
  address: "Address",
  byApp: "App",
  byKey: "Service key",
  keyWithin: "service key",
  system: "The system",
  aboutInstallation: "Installation",
  request: "Request ID",
};
