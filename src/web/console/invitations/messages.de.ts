import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the invitations, in German. */
export const de: typeof en = {
  title: "Einladungen",
  search: "E-Mail",
  merchantSearch: "Geschäft (Name oder Kennung)",
  none: "Keine offenen Einladungen.",
  email: "Eingeladen",
  offer: "Rolle",
  account: "ein Konto",
  openAccount: "Konto öffnen",
  openAccountOf: (email) => `Konto öffnen: ${email}`,
  state: "Status",
  states: {
    open: "Offen",
    accepted: "Angenommen",
    revoked: "Zurückgezogen",
    expired: "Abgelaufen",
    declined: "Abgelehnt",
  },
  by: "Angelegt von",
  createdAt: "Angelegt",
  titleFor: (email) => `Einladung für ${email}`,
  expires: "Läuft ab",
  end: "Aktion",
  revoke: "Zurückziehen",
  revokeOf: (email) => `Die Einladung für ${email} zurückziehen`,
  revokeEffect: "Der Link funktioniert nicht mehr. Sie können erneut einladen.",
  again: "Erneut einladen",
  againOf: (email) => `Erneut einladen: ${email}`,
  done: "Einladung zurückgezogen. Ihr Link funktioniert nicht mehr.",
  choose: (email) => `Die Einladung für ${email} auswählen`,
  cancel: "Abbrechen",
  several: {
    all: "Alle offenen Einladungen dieser Seite auswählen",
    submit: "Ausgewählte zurückziehen",
    missing: "Wählen Sie mindestens eine offene Einladung aus.",
    title: (count) => plural(count, { one: "1 Einladung zurückziehen?", other: "# Einladungen zurückziehen?" }),
    effect:
      "Ihre Links funktionieren sofort nicht mehr. Um diese Personen erneut einzuladen, erstellen Sie neue Einladungen.",
    confirm: (count) => plural(count, { one: "1 Einladung zurückziehen", other: "# Einladungen zurückziehen" }),
    done: (count) => plural(count, { one: "1 Einladung zurückgezogen", other: "# Einladungen zurückgezogen" }),
    kept: "Nicht zurückgezogen",
    accepted: "Sie wurde inzwischen angenommen.",
    ended: "Sie war abgelaufen oder wurde abgelehnt.",
  },
  created: {
    title: "Einladung erstellt",
    lead: (email) => `Senden Sie diesen Link an ${email}. Er wird nur einmal angezeigt.`,
    mailed: (email) =>
      `Die Einladung wird an ${email} gesendet. Sie können diesen Link auch selbst weitergeben. Er wird nur einmal angezeigt.`,
    link: "Einladungslink",
    until:
      "Er funktioniert nur einmal und läuft nach 7 Tagen ab. Sie können ihn in der Liste der Einladungen zurückziehen.",
    otherOpen: (email) => `${email} hat noch eine offene Einladung.`,
    viewOpen: "Einladungen ansehen und eine zurückziehen",
    hasAccount: (email) => `${email} hat schon ein Konto. Sie können dessen Rollen ohne Einladung ändern.`,
    openAccount: "Konto öffnen",
    alreadyShown:
      "Der Link wurde nur einmal angezeigt. Ging er verloren, ziehen Sie die Einladung in der Liste zurück und erstellen Sie eine neue.",
    ended: "Der Link dieser Einladung funktioniert nicht mehr.",
    back: "Einladungen ansehen",
  },
};
