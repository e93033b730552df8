import type { en } from "./messages.en.ts";

/** Texts of the page that closes an account, in German. */
export const de: typeof en = {
  title: "Konto schließen",
  purpose: "Löscht Ihre Anmeldung und Ihren Zugriff. Das lässt sich nicht rückgängig machen.",
  open: "Konto schließen …",
  lead: (who) => `Schließt das Konto von ${who} endgültig.`,
  deleted: "Was gelöscht wird",
  deletedPurpose: "Es lässt sich nicht wiederherstellen.",
  signIn: [
    "Ihre Anmeldung",
    "Passwort, Passkeys und die Bestätigung in zwei Schritten. Sie werden sofort auf allen Geräten abgemeldet.",
  ],
  address: ["Ihr Name und Ihre E-Mail-Adresse", "Sie können die Adresse später für ein anderes Konto verwenden."],
  addressDeveloper: [
    "Ihre E-Mail-Adresse",
    "Sie können sie später für ein anderes Konto verwenden. Haben Sie archivierte Apps, bleibt Ihr Name als deren Entwickler.",
  ],
  memberships: ["Ihre Mitgliedschaften", "Sie verlassen alle Shops und Entwicklerteams."],
  team: ["Ihr Entwicklerteam", "Seine Mitglieder verlieren den Zugriff auf archivierte Apps und Testshops."],
  stays: "Was bleibt",
  staysPurpose: "Weil es anderen gehört.",
  apps: [
    "Verbundene Apps",
    "Sie gehören zum Shop und behalten ihren Zugriff. Deinstallieren Sie vor dem Schließen die Apps, die der Shop nicht mehr braucht.",
  ],
  toApps: "Verbundene Apps öffnen",
  log: [
    "Das Audit-Protokoll",
    "Was dieses Konto getan hat und seine früheren E-Mail-Adressen, bis die Einträge ablaufen.",
  ],
  confirm: "Bestätigen",
  confirmPurpose: "Wir fragen nach Ihrem Passwort, weil sich das nicht rückgängig machen lässt.",
  password: "Aktuelles Passwort",
  understood: "Ich verstehe, dass mein Konto endgültig geschlossen wird",
  submit: "Konto schließen",
  cancel: "Konto behalten",
  errors: {
    understood: "Bestätigen Sie, dass Ihr Konto endgültig geschlossen wird.",
  },
  not: "Sie können dieses Konto noch nicht schließen",
  notWhy: "Andere sind auf dieses Konto angewiesen. Erledigen Sie zuerst:",
  notExternal: "Sie können dieses Konto hier nicht schließen",
  obstacles: {
    shop: "Sie sind der einzige Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.",
    toMembers: "Mitglieder öffnen",
    apps: (count) => (count === 1 ? "1 App in Ihrem Team" : `${count} Apps in Ihrem Team`),
    appsWhy:
      "Geschäfte können sie noch verwenden. Archivieren Sie zuerst alle Apps. Dabei werden sie überall deinstalliert.",
    toPortal: "Ihre Apps öffnen",
    operator: "Letzter Betreiber",
    operatorWhy: (platform) =>
      `${platform} hätte keinen Betreiber mehr. Machen Sie zuerst ein anderes Konto zum Betreiber.`,
    toAccounts: "Konten öffnen",
    external: (platform) => `Sie melden sich mit dem Login von ${platform} an. Schließen Sie das Konto dort.`,
    help: (platform) => `Um einen Shop zu schließen, wenden Sie sich an ${platform}.`,
  },
  done: {
    title: "Ihr Konto ist geschlossen",
    text: "Sie sind auf allen Geräten abgemeldet. Apps, die Sie mit einem Shop verbunden haben, behalten ihren Zugriff.",
    home: "Zur Startseite",
  },
};
