import type { en } from "./messages.en.ts";

/** Texts of the members of a merchant, in German. */
export const de: typeof en = {
  title: "Mitglieder",
  lead: (merchant) =>
    `Diese Personen haben Zugriff auf ${merchant}. Inhaber und Manager verbinden und deinstallieren Apps.`,
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
  roleHint: "Inhaber verwalten Mitglieder und Apps. Manager verwalten Apps. Mitglieder sehen sie nur.",
  submit: "Einladung erstellen",
  open: "Offene Einladungen",
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
    leave: "Sie haben das Geschäft verlassen.",
    revoke: "Einladung widerrufen. Ihr Link funktioniert nicht mehr.",
  },
};
