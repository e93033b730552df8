import type { en } from "./messages.en.ts";

/** Texts of the invitations, in German. */
export const de: typeof en = {
  title: "Einladungen",
  search: "E-Mail beginnt mit",
  merchantSearch: "Geschäft (Kennung oder Name)",
  endedToo: "Auch beendete",
  none: "Keine Einladung wartet darauf, angenommen zu werden.",
  email: "Für",
  offer: "Wozu",
  account: "ein Konto",
  state: "Zustand",
  states: { open: "Offen", accepted: "Angenommen", withdrawn: "Zurückgezogen", expired: "Abgelaufen" },
  by: "Erstellt von",
  until: "Bis",
  end: "Zurückziehen",
  withdraw: "Zurückziehen",
  withdrawOf: (email) => `Die Einladung für ${email} zurückziehen`,
  created: {
    title: "Einladung erstellt",
    lead: (email) => `Geben Sie diesen Link an ${email} weiter. Er wird nur jetzt gezeigt.`,
    link: "Einladungslink",
    until: "Er gilt einmal und 7 Tage lang. In der Liste der Einladungen können Sie ihn zurückziehen.",
    gone: "Der Link wurde einmal gezeigt. Ging er verloren, ziehen Sie die Einladung in der Liste zurück und erstellen Sie eine neue.",
    back: "Zu den Einladungen",
  },
};
