import { en as accounts } from "./accounts/messages.en.ts";
import { en as apps } from "./apps/messages.en.ts";
import { en as audit } from "./audit/messages.en.ts";
import { en as brand } from "./brand/messages.en.ts";
import { en as dashboard } from "./dashboard/messages.en.ts";
import { en as installations } from "./installations/messages.en.ts";
import { en as invitations } from "./invitations/messages.en.ts";
import { en as merchants } from "./merchants/messages.en.ts";
import { en as queue } from "./queue/messages.en.ts";
import { en as review } from "./review/messages.en.ts";
import { en as scopes } from "./scopes/messages.en.ts";
import { en as keys } from "./service-keys/messages.en.ts";
import { en as templates } from "./templates/messages.en.ts";
import { en as tokens } from "./tokens/messages.en.ts";

/** Texts of the operator console. */
export const en = {
  title: "Console",
  navigation: "Console",
  waiting: "waiting for review",
  sections: {
    queue: "Review",
    dashboard: "Dashboard",
    apps: "Apps",
    scopes: "Scopes",
    merchants: "Merchants",
    accounts: "Accounts",
    invitations: "Invitations",
    installations: "Installations",
    webhooks: "Webhooks",
    keys: "Service keys",
    audit: "Audit trail",
    brand: "Brand",
    tokens: "Revoke tokens",
  },
  groups: { merchants: "Merchants and people", platform: "Platform" },
  sensitivities: { normal: "Normal", sensitive: "Sensitive", restricted: "Restricted" },
  suspension: {
    by: "by",
    byKey: "by service key",
    suspendedBy: "Suspended by",
    reason: "Reason",
    already: "Already suspended",
    notSaved: "Your reason was not saved.",
    unsentHint: "Your text is not saved. Copy it if you still need it.",
    alreadyResumed: "The app was already resumed by",
  },
  /** The notice of a form that changes something that has changed meanwhile. */
  conflict: {
    title: "This was changed after you opened the form",
  },
  exportCsv: "Export as CSV",
  /** The titles of lists in which nothing matches a search. */
  noMatch: {
    app: (search: string) => `No app matches “${search}”`,
    merchant: (search: string) => `No merchant matches “${search}”`,
    account: (search: string) => `No account matches “${search}”`,
    invitation: (search: string) => `No invitation matches “${search}”`,
    key: (search: string) => `No service key matches “${search}”`,
    scope: (search: string) => `No scope matches “${search}”`,
  },
  queue,
  review,
  dashboard,
  templates,
  apps,
  scopes,
  merchants,
  accounts,
  invitations,
  installations,
  keys,
  audit,
  tokens,
  brand,
};
