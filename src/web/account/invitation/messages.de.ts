import type { en } from "./messages.en.ts";

/** Texts of the page of an invitation, in German. */
export const de: typeof en = {
  title: "Sie sind eingeladen",
  toMerchant: (merchant, role) => `Sie sind zu ${merchant} eingeladen, als ${role}.`,
  toAccount: "Sie sind eingeladen, ein Konto zu eröffnen.",
  asDeveloper: "Das Konto kann Apps einreichen.",
  asOperator: "Das Konto kann Apps prüfen und die Plattform betreiben.",
  forEmail: (email) => `Die Einladung gilt für ${email}.`,
  name: "Ihr Name",
  password: "Wählen Sie ein Passwort",
  acceptNew: "Konto anlegen und annehmen",
  accept: "Einladung annehmen",
  signInFirst: (email) => `Zu ${email} gibt es ein Konto. Melden Sie sich an, um anzunehmen.`,
  wrongAccount: (who) =>
    `Sie sind angemeldet als ${who}. Um anzunehmen, melden Sie sich mit der eingeladenen Adresse an.`,
  signInOther: "Mit einem anderen Konto anmelden",
  askPlatform: "Gehört das Konto nicht Ihnen, bitten Sie die Plattform selbst um eine Einladung.",
  emailUnverified: (email) =>
    `Für ${email} wurde ein Konto registriert, ohne dass die Adresse bestätigt ist. Gehört es Ihnen, melden Sie sich an, um es zu behalten. Andernfalls machen Sie hier weiter: Die Adresse geht an Ihr neues Konto über.`,
  signInToKeep: "Das Konto ist meines: anmelden",
};
