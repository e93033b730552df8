import type { en } from "./messages.en.ts";

/** Texts of the invitations, in German. */
export const de: typeof en = {
  title: "Einladungen",
  search: "E-Mail beginnt mit",
  merchantSearch: "Geschäft (Kennung oder Name)",
  includeEnded: "Auch beendete",
  none: "Es gibt keine offenen Einladungen.",
  email: "Für",
  offer: "Angebot",
  account: "ein Konto",
  state: "Status",
  states: { open: "Offen", accepted: "Angenommen", revoked: "Widerrufen", expired: "Abgelaufen" },
  by: "Erstellt von",
  expires: "Bis",
  end: "Widerrufen",
  revoke: "Widerrufen",
  revokeOf: (email) => `Die Einladung für ${email} widerrufen`,
  created: {
    title: "Einladung erstellt",
    lead: (email) => `Geben Sie diesen Link an ${email} weiter. Er wird nur einmal gezeigt.`,
    link: "Einladungslink",
    until: "Er gilt einmal und 7 Tage lang. In der Liste der Einladungen können Sie ihn widerrufen.",
    alreadyShown:
      "Der Link wurde einmal gezeigt. Ging er verloren, widerrufen Sie die Einladung in der Liste und erstellen Sie eine neue.",
    back: "Einladungen ansehen",
  },
};
