import type { en } from "./messages.en.ts";

/** Texts of the members of a merchant, in German. */
export const de: typeof en = {
  title: "Mitglieder",
  lead: (shop) => `Personen mit Zugriff auf ${shop} und die verbundenen Apps.`,
  rolesLabel: "Rollen",
  roleTexts: {
    owner: "verwaltet Mitglieder und Apps",
    manager: "verbindet, pausiert und deinstalliert Apps",
    member: "sieht Apps und Mitglieder",
  },
  lastOwner:
    "Sie sind der einzige Inhaber. Machen Sie ein anderes Mitglied zum Inhaber, bevor Sie gehen oder Ihre Rolle ändern.",
  lastOwnerRefused: "Ein Shop braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.",
  navigation: "Verbundene Apps",
  ownersOnly: "Nur Inhaber laden Mitglieder ein, ändern und entfernen sie.",
  test: "Die Mitglieder eines Testgeschäfts sind das Team seines Entwicklers. Es wird im Entwicklerportal verwaltet.",
  you: "Sie",
  role: "Rolle",
  roleOf: (name) => `Rolle von ${name}`,
  save: "Rolle speichern",
  remove: "Entfernen",
  removeOf: (name) => `${name} entfernen`,
  removeQuestion: (name, from) => `${name} aus ${from} entfernen?`,
  removeEffect: "Das Mitglied verliert sofort den Zugriff. Um zurückzukehren, braucht es eine neue Einladung.",
  removeSubmit: "Mitglied entfernen",
  leaveQuestion: (from) => `${from} verlassen?`,
  leaveEffect: "Sie verlieren sofort den Zugriff. Um zurückzukehren, brauchen Sie eine neue Einladung.",
  leave: "Verlassen",
  appsStay: "Verbundene Apps bleiben verbunden.",
  cancel: "Abbrechen",
  invite: "Mitglied einladen",
  email: "E-Mail",
  inviteHint:
    "Die Einladung ist ein Link, der einmal und 7 Tage lang funktioniert. Wer noch kein Konto hat, legt damit eines an.",
  submit: "Einladung erstellen",
  open: "Offene Einladungen",
  openHint:
    "Der Link einer Einladung wird nur einmal angezeigt. Ging er verloren, widerrufen Sie die Einladung und erstellen Sie eine neue.",
  none: "Keine offenen Einladungen.",
  expires: "Läuft ab",
  revoke: "Widerrufen",
  revokeOf: (email) => `Die Einladung für ${email} widerrufen`,
  link: "Einladungslink",
  invited: (email) =>
    `Einladung erstellt. Senden Sie diesen Link an ${email}. Er funktioniert einmal, 7 Tage lang, und wird nur jetzt angezeigt.`,
  mailed: (email) =>
    `Einladung an ${email} gesendet. Sie können auch diesen Link weitergeben. Er funktioniert einmal, 7 Tage lang.`,
  done: {
    role: "Rolle gespeichert.",
    remove: "Mitglied entfernt.",
    leave: "Sie haben den Shop verlassen.",
    revoke: "Einladung widerrufen. Ihr Link funktioniert nicht mehr.",
  },
};
