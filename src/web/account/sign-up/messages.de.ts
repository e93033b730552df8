import { PASSWORD_MAX, PASSWORD_MIN } from "../../../credential/password-rules.ts";
import type { en } from "./messages.en.ts";

/** Texts of the sign-up page, in German. */
export const de: typeof en = {
  title: "Entwicklerkonto anlegen",
  lead: "Für alle, die Apps entwickeln. Geschäfte erhalten eine Einladung.",
  name: "Ihr Name oder Ihre Firma",
  nameHint: "Geschäfte sehen ihn neben Ihrer App.",
  email: "E-Mail",
  password: "Passwort",
  passwordHint: `Mindestens ${PASSWORD_MIN} Zeichen. Mehrere Wörter hintereinander sind leicht zu merken.`,
  submit: "Konto anlegen",
  next: "Danach sind Sie angemeldet und können Ihre erste App anlegen und mit einem Testgeschäft ausprobieren.",
  mailSent: (email) =>
    `Konto angelegt. Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn, um Ihre E-Mail-Adresse zu bestätigen.`,
  signIn: "Schon ein Konto? Anmelden",
  nameRequired: "Geben Sie einen Namen ein.",
  nameInvalid: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein.",
  emailRequired: "Geben Sie Ihre E-Mail-Adresse ein.",
  emailTaken: "Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich damit an.",
  emailInvalid: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
  passwordRequired: `Geben Sie ein Passwort mit mindestens ${PASSWORD_MIN} Zeichen ein.`,
  passwordCommon: "Dieses Passwort ist leicht zu erraten. Verwenden Sie mehrere Wörter, die nicht zusammengehören.",
  passwordInvalid: `Verwenden Sie ein Passwort mit ${PASSWORD_MIN} bis ${PASSWORD_MAX} Zeichen.`,
};
