import type { en } from "./messages.en.ts";

/** Texts of the page of an invitation, in German. */
export const de: typeof en = {
  title: (name) => `${name} beitreten`,
  titleAccount: "Konto anlegen",
  accepted: "Sie haben die Einladung angenommen.",
  joined: (name) => `Sie sind jetzt Mitglied bei ${name}.`,
  joinedAsManager: (name) => `Sie sind jetzt Manager bei ${name}.`,
  joinedAsOwner: (name) => `Sie sind jetzt Inhaber bei ${name}.`,
  toMerchant: (who, shop) => `${who} lädt Sie in den Shop ${shop} ein.`,
  toTeam: (who, team) => `${who} lädt Sie ein, an den Apps von ${team} zu arbeiten.`,
  toOwnTeam: (team) => `${team} lädt Sie ein, an den Apps des Teams zu arbeiten.`,
  toAccount: (platform) => `${platform} lädt Sie ein, ein Konto anzulegen.`,
  platform: (platform) => `Bei ${platform} verbinden Shops Apps und entscheiden, welche Daten jede App erhält.`,
  anOwner: "Ein Inhaber",
  owner: (name) => `${name} (Inhaber)`,
  asDeveloper: "kann Apps einreichen",
  asOperator: "kann Apps prüfen und die Plattform verwalten",
  role: "Ihre Rolle",
  email: "E-Mail",
  until: "Gültig bis",
  decline: "Ablehnen",
  declineFold: "Ablehnen …",
  declineEffect: "Der Link funktioniert dann nicht mehr. Um später beizutreten, bitten Sie um eine neue Einladung.",
  stay: "Angemeldet bleiben",
  declined: {
    title: "Einladung abgelehnt",
    text: "Der Link funktioniert nicht mehr. Wenn Sie es sich anders überlegen, bitten Sie um eine neue Einladung.",
    home: "Zur Startseite",
  },
  name: "Ihr Name",
  password: "Passwort",
  acceptNew: "Konto anlegen und annehmen",
  accept: "Einladung annehmen",
  signInFirst: (email) => `Für ${email} gibt es schon ein Konto. Melden Sie sich an, um die Einladung anzunehmen.`,
  wrongAccount: (who, email) =>
    `Sie sind als ${who} angemeldet. Die Einladung gilt für ${email}. Melden Sie sich mit dieser Adresse an, um sie anzunehmen oder abzulehnen.`,
  leaves: (who, email) =>
    `Sie sind als ${who} angemeldet. Mit der Einladung legen Sie ein anderes Konto für ${email} an. Wenn Sie sie annehmen, werden Sie hier von Ihrem Konto abgemeldet.`,
  signInOther: "Mit einem anderen Konto anmelden",
  askPlatform: (platform) => `Wenn dieses Konto nicht Ihnen gehört, wenden Sie sich an ${platform}.`,
  notYours:
    "Wenn Sie dieses Konto nicht angelegt haben, setzen Sie mit einem Link an diese Adresse ein neues Passwort. Das beendet alle Sitzungen des Kontos und entfernt seine zweiten Faktoren.",
  newPassword: "Neues Passwort setzen",
  emailUnverified: (email) =>
    `Es gibt ein Konto mit ${email}, aber die Adresse ist nicht bestätigt. Wenn es Ihnen gehört, melden Sie sich an, um es zu behalten. Andernfalls legen Sie hier ein Konto an. Die Adresse gehört dann zum neuen Konto.`,
  signInToKeep: "Mit meinem Konto anmelden",
};
