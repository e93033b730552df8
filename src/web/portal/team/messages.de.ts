import type { en } from "./messages.en.ts";

/** Texts of the team of a developer, in German. */
export const de: typeof en = {
  title: "Team",
  lead: (team) => `Diese Personen arbeiten an den Apps von ${team}. Geschäfte sehen ${team} als Namen des Entwicklers.`,
  developerAccount: "Entwicklerkonto",
  developerAccountHint: "Die Apps gehören diesem Konto, deshalb bleibt es immer im Team.",
  ownersOnly: "Nur Inhaber können Mitglieder einladen, ändern und entfernen.",
  roleTexts: {
    owner: "kann das Team und alle seine Apps verwalten",
    member: "kann Apps anlegen, ändern und einreichen und ihre Secrets und Webhooks verwalten",
  },
  leave: "Team verlassen",
  leaveQuestion: (team) => `${team} verlassen?`,
  leaveHint:
    "Sie verlieren sofort den Zugriff auf die Apps und Testgeschäfte des Teams. Um zurückzukehren, brauchen Sie eine neue Einladung. Die Apps bleiben beim Team.",
  secretsKnown: (name) =>
    `Die Apps bleiben beim Team. ${name} kennt womöglich noch ihre Secrets. Ersetzen Sie sie bei Bedarf.`,
  stay: "Im Team bleiben",
  unverified: "Bestätigen Sie die E-Mail-Adresse Ihres Kontos, bevor Sie andere einladen.",
  account: "Ihr Konto öffnen",
  done: {
    leave: "Sie haben das Team verlassen.",
  },
  switcher: "Team",
  switch: "Wechseln",
};
