import type { en } from "./messages.en.ts";

/** Texts of the pages that request and take links by mail, in German. */
export const de: typeof en = {
  forgot: {
    title: "Passwort zurücksetzen",
    lead: "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.",
    email: "E-Mail",
    submit: "Link senden",
    noMail: (platform) =>
      `${platform} sendet keine E-Mails. Bitten Sie ${platform} um einen Link, mit dem Sie ein neues Passwort festlegen.`,
    sentTitle: "Prüfen Sie Ihr Postfach",
    sent: (email) =>
      `Wenn ein Konto ${email === "" ? "diese Adresse" : `die Adresse ${email}`} hat, ist ein Link unterwegs. Er funktioniert nur einmal und läuft nach 30 Minuten ab.`,
    notArrived:
      "Nach einigen Minuten keine E-Mail? Prüfen Sie den Spam-Ordner und die Schreibweise der Adresse, und versuchen Sie es noch einmal.",
    again: "Neuen Link senden",
    tooMany: (wait) =>
      `Es wurden zu viele Links angefordert. Warten Sie ${wait} und versuchen Sie es dann noch einmal.`,
  },
  reset: {
    title: "Neues Passwort festlegen",
    lead: "Wählen Sie ein Passwort, das Sie nirgendwo sonst benutzen. Danach sind Sie auf allen Geräten abgemeldet.",
    password: "Neues Passwort",
    submit: "Passwort festlegen",
    doneTitle: "Passwort geändert",
    done: "Sie sind auf allen Geräten abgemeldet. Melden Sie sich mit dem neuen Passwort an.",
  },
  invalid: {
    title: "Dieser Link funktioniert nicht",
    text: "Der Link wurde schon benutzt, ist abgelaufen oder unvollständig. Fordern Sie einen neuen an.",
    emailText: (email) =>
      `Der Link wurde schon benutzt, ist abgelaufen, gehört zu einem anderen Konto oder wurde durch einen neueren ersetzt.${email === "" ? "" : ` Sie sind als ${email} angemeldet.`} Auf der Seite Ihres Kontos können Sie einen neuen Link anfordern.`,
    toAccount: "Konto öffnen",
    taken: "Ein anderes Konto hat diese E-Mail-Adresse bestätigt. Verwenden Sie eine andere.",
  },
  confirm: {
    title: "E-Mail-Adresse bestätigen",
    lead: (account, email) =>
      `Bestätigen Sie, dass ${email === "" ? "die Adresse, an die dieser Link ging," : email} Ihnen gehört, ${account}.`,
    submit: "E-Mail-Adresse bestätigen",
  },
  signIn: "Anmelden",
  backToSignIn: "Zurück zur Anmeldung",
};
