import type { en } from "./messages.en.ts";

/** Texts of the sign-in page, in German. */
export const de: typeof en = {
  title: "Anmelden",
  lead: (platform) => `Melden Sie sich mit Ihrem Konto bei ${platform} an, um fortzufahren.`,
  toInstall: (app: string) => `Um ${app} zu installieren, melden Sie sich an. Danach prüfen Sie, worum die App bittet.`,
  again: "Bitte melden Sie sich zur Sicherheit noch einmal an, um fortzufahren.",
  email: "E-Mail",
  password: "Passwort",
  submit: "Anmelden",
  or: "oder",
  noWay: "Auf diesem Server ist noch keine Anmeldung eingerichtet.",
  signUp: "Neu hier? Entwicklerkonto anlegen",
  already: (who) => `Sie sind angemeldet als ${who}.`,
  continueAs: "Ohne neue Anmeldung fortfahren",
  refused: "E-Mail-Adresse oder Passwort ist falsch, oder das Konto kann sich nicht anmelden.",
  emailMissing: "Geben Sie Ihre E-Mail-Adresse ein.",
  passwordMissing: "Geben Sie Ihr Passwort ein.",
  throttled: (wait) => `Zu viele Versuche. Bitte warten Sie ${wait} und versuchen Sie es dann noch einmal.`,
  throttledTitle: "Zu viele Versuche",
};
