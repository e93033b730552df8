import { de as accounts } from "./accounts/messages.de.ts";
import { de as apps } from "./apps/messages.de.ts";
import { de as audit } from "./audit/messages.de.ts";
import { de as brand } from "./brand/messages.de.ts";
import { de as dashboard } from "./dashboard/messages.de.ts";
import { de as installations } from "./installations/messages.de.ts";
import { de as invitations } from "./invitations/messages.de.ts";
import { de as merchants } from "./merchants/messages.de.ts";
import type { en } from "./messages.en.ts";
import { de as queue } from "./queue/messages.de.ts";
import { de as review } from "./review/messages.de.ts";
import { de as scopes } from "./scopes/messages.de.ts";
import { de as keys } from "./service-keys/messages.de.ts";
import { de as templates } from "./templates/messages.de.ts";
import { de as tokens } from "./tokens/messages.de.ts";

/** Texts of the operator console, in German. */
export const de: typeof en = {
  title: "Konsole",
  navigation: "Konsole",
  waiting: "warten auf Prüfung",
  sections: {
    queue: "Prüfung",
    dashboard: "Übersicht",
    apps: "Apps",
    scopes: "Scopes",
    merchants: "Geschäfte",
    accounts: "Konten",
    invitations: "Einladungen",
    installations: "Installationen",
    webhooks: "Webhooks",
    keys: "Dienstschlüssel",
    audit: "Audit-Protokoll",
    brand: "Marke",
    tokens: "Tokens widerrufen",
  },
  groups: { merchants: "Geschäfte und Personen", platform: "Plattform" },
  sensitivities: { normal: "Normal", sensitive: "Sensibel", restricted: "Eingeschränkt" },
  suspension: {
    by: "von",
    byKey: "vom Dienstschlüssel",
    suspendedBy: "Gesperrt von",
    reason: "Grund",
    already: "Bereits gesperrt",
    notSaved: "Ihre Begründung wurde nicht gespeichert.",
    unsentHint: "Ihr Text ist nicht gespeichert. Kopieren Sie ihn, wenn Sie ihn noch brauchen.",
    alreadyResumed: "Die App wurde bereits entsperrt von",
  },
  conflict: {
    title: "Das wurde geändert, nachdem Sie das Formular geöffnet hatten",
  },
  exportCsv: "Als CSV exportieren",
  noMatch: {
    app: (search) => `Keine App passt zu „${search}“`,
    merchant: (search) => `Kein Geschäft passt zu „${search}“`,
    account: (search) => `Kein Konto passt zu „${search}“`,
    invitation: (search) => `Keine Einladung passt zu „${search}“`,
    key: (search) => `Kein Dienstschlüssel passt zu „${search}“`,
    scope: (search) => `Kein Scope passt zu „${search}“`,
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
