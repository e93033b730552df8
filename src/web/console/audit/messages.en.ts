import { en as names } from "./action-names.en.ts";
import { en as details } from "./detail-names.en.ts";

/** Texts of the audit trail. */
export const en = {
  ...names,
  details,
  title: "Audit trail",
  app: "App (name or client ID)",
  installation: "Installation ID",
  merchant: "Merchant (name or ID)",
  account: "Person (name, e-mail or ID)",
  part: "Role of the person",
  parts: { either: "Actor or subject", actor: "Actor only" },
  action: "Action",
  export: "Export as CSV",
  exportLimit: (count: string) =>
    `The export has the newest ${count} events of these filters. For more, export a few days at a time.`,
  more: "More filters",
  from: "From (UTC)",
  to: "To, inclusive (UTC)",
  none: "There are no events yet.",
  unnamed: "without a name",
  at: "Time",
  actionColumn: "Action",
  actorColumn: "Actor",
  subjectColumn: "Subject",
  addressColumn: "Address",
  byApp: "app",
  byKey: "service key",
  system: "the system",
  aboutApp: "app",
  aboutMerchant: "merchant",
  aboutInstallation: "installation",
  aboutAccount: "account",
  request: "request",
  actionId: "action",
};
