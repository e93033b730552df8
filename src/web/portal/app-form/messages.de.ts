import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the form of an app, in German. */
export const de: typeof en = {
  newTitle: "App anlegen",
  editTitle: (name) => `${name} bearbeiten`,
  liveHint:
    "Die App ist live. Ihre Änderungen gelten, sobald sie freigegeben sind. Nur der Modus der Refresh-Tokens ändert sich sofort.",
  sectionsLabel: "Abschnitte des Formulars",
  sections: {
    about: "Über die App",
    kind: "Wo sie läuft",
    redirects: "Redirect-URIs",
    scopes: "Scopes",
    options: "Optionen",
  },
  errorCount: (count) => plural(count, { one: "1 Fehler", other: "# Fehler" }),
  optionsHint: "Die meisten Apps legen nur die Start-URL fest.",
  about: "Über die App",
  name: "Name",
  nameHint: "Geschäfte sehen ihn auf der Zustimmungsseite. Bis zu 60 Zeichen.",
  purpose: "Zweck",
  purposeHint: "Ein oder zwei Sätze für Geschäfte. Bis zu 1.000 Zeichen.",
  logo: "Logo",
  logoHint: "PNG, JPEG oder WebP, bis zu 256 KiB, am besten quadratisch. Optional.",
  logoNow: "Aktuelles Logo",
  logoRemove: "Logo entfernen",
  logoChosen: "Ausgewähltes Logo",
  logoKept: "Das ausgewählte Logo bleibt. Wählen Sie eine Datei, um es zu ersetzen.",
  website: "Website (optional)",
  websiteHint: "Beginnt mit https://",
  support: "Support-Kontakt (optional)",
  supportHint: "E-Mail-Adresse oder https://-Link",
  privacyPolicy: "Datenschutzerklärung (optional)",
  privacyPolicyHint: "Beginnt mit https://. Geschäfte können sie lesen, bevor sie die App verbinden.",
  kind: "Wo die App läuft",
  kindHint: "Das lässt sich später nicht ändern.",
  kindFixed: "Beim Anlegen der App gewählt. Das lässt sich nicht ändern.",
  confidential: ["Auf Ihrem Server", "Die App erhält ein client_secret und bewahrt es auf dem Server auf."],
  public: [
    "Auf den Geräten der Nutzer",
    "Eine Mobil-, Desktop- oder Single-Page-App: kein Secret, PKCE bei jeder Anfrage.",
  ],
  redirectUris: "Redirect-URIs",
  redirectUri: (number) => `Redirect-URI ${number}`,
  redirectHint:
    "Wohin der Browser nach der Zustimmungsseite zurückkehrt. Muss exakt übereinstimmen; http:// gilt nur für Loopback-Adressen. Sie können bis zu 20 hinzufügen.",
  addRows: "Weitere Redirect-URI hinzufügen",
  removeRow: "Entfernen",
  removeRowOf: (number) => `Redirect-URI ${number} entfernen`,
  scopes: "Scopes",
  scopesHint:
    "Fordern Sie nur an, was die App braucht. Begründen Sie jeden Scope in einem Satz: Geschäfte sehen ihn auf der Zustimmungsseite.",
  scopesNone: (platform) => `${platform} bietet noch keine Scopes an.`,
  why: (scope) => `Wozu brauchen Sie „${scope}“?`,
  optional: "Optional: Die App funktioniert auch ohne ihn",
  sensitive: "Sensibel",
  restricted: (platform) => `Eingeschränkt: ${platform} muss ihn erlauben`,
  retired: "Zurückgezogen",
  start: "Wohin der Installationslink führt",
  startHint:
    "Wählen Sie, wohin Geschäfte vom Installationslink gelangen: zu Ihrer App oder direkt zur Zustimmungsseite.",
  startValues: (platform) => ({ app: "Zu Ihrer App oder Website", platform: `Zur Zustimmungsseite von ${platform}` }),
  launchUrl: "Start-URL (optional)",
  launchHint:
    "Geschäfte gelangen mit einem install_token zu dieser Adresse Ihrer App. Ihre App öffnet dann die Zustimmungsseite mit eigenem state.",
  platformStart: (platform) => `${platform} kann die Zustimmungsseite direkt öffnen`,
  platformStartHint: (platform) =>
    `Nur ohne Start-URL. Geschäfte besuchen vorher nicht Ihre App. ${platform} erzeugt den state, deshalb kann Ihre App ihn nicht prüfen.`,
  startNeither: "Ohne beides müssen Geschäfte die Verbindung auf Ihrer Website beginnen.",
  refresh: "Refresh-Tokens",
  refreshHint: "Gilt sofort. Apps auf den Geräten der Nutzer rotieren immer.",
  refreshModes: {
    rotate: [
      "Rotieren (empfohlen)",
      "Jeder Refresh liefert ein neues Refresh-Token. Eine verlorene Antwort kann erneut angefordert werden.",
    ],
    keep: ["Behalten", "Dasselbe Refresh-Token bis zu einem festen Datum."],
    none: ["Keine", "Nur Access-Tokens."],
  },
  preview: {
    title: "Vorschau der Zustimmungsseite",
    link: "Vorschau",
    hint: "So sehen Geschäfte sie, wenn die App freigegeben ist.",
    name: "Ihre App",
    merchant: "Beispiel-Shop",
    noScopes: "Hier erscheinen die Scopes, die Sie auswählen",
    update: "Vorschau aktualisieren",
  },
  review: "Nachricht an die Prüfung",
  noteValue: "Optional",
  reviewer: (platform) => `Nachricht von ${platform}`,
  note: "Ihre Nachricht (optional)",
  noteHint:
    "Zum Beispiel, wie man die App ausprobiert oder was Sie geändert haben. Wird beim Einreichen gesendet. Bis zu 1.000 Zeichen.",
  noteKept: "Ihre Nachricht an die Prüfung",
  noteKeptHint:
    "Sie wird mit einem Entwurf nicht gespeichert. Kopieren Sie sie und geben Sie sie beim Einreichen wieder ein.",
  mustVerify: (email) =>
    email === ""
      ? "Um eine App einzureichen, bestätigen Sie zuerst Ihre E-Mail-Adresse. Einen Entwurf können Sie vorher speichern."
      : `Um eine App einzureichen, bestätigen Sie zuerst Ihre E-Mail-Adresse (${email}). Einen Entwurf können Sie vorher speichern.`,
  mustVerifyShort: "Zum Einreichen brauchen Sie eine bestätigte E-Mail-Adresse.",
  submit: "Zur Prüfung einreichen",
  save: "Als Entwurf speichern",
  cancel: "Abbrechen",
  conflict: {
    title: "Die App wurde geändert, nachdem Sie dieses Formular geöffnet hatten",
    changed: "Geändert",
  },
  locked: {
    submitted:
      "Die App wurde in einem anderen Fenster zur Prüfung eingereicht. Ihre Eingaben stehen noch hier und sind nicht gespeichert.",
    archived:
      "Die App wurde in einem anderen Fenster archiviert. Ihre Eingaben stehen noch hier und sind nicht gespeichert.",
    withdraw:
      "Um die App zu ändern, ziehen Sie zuerst die Einreichung zurück. Speichern Sie dann dieses Formular erneut.",
    toApp: "App in einem anderen Tab öffnen",
  },
  errors: {
    logoTooLarge: "Die Bilddatei darf höchstens 256 KiB groß sein.",
    logoEmpty: "Die Bilddatei ist leer. Wählen Sie eine andere Datei.",
    required: {
      name: "Geben Sie den Namen der App ein.",
      purpose: "Geben Sie den Zweck der App ein.",
      redirect_uris: "Geben Sie mindestens eine Redirect-URI ein.",
      scopes: "Wählen Sie mindestens einen Scope.",
      "scopes.reason": "Geben Sie an, warum die App diesen Scope braucht.",
    },
    fields: {
      image: "Wählen Sie ein Bild in PNG, JPEG oder WebP mit höchstens 256 KiB und 4.096 mal 4.096 Pixeln.",
      refresh_mode: "Eine App auf den Geräten der Nutzer rotiert ihre Refresh-Tokens immer.",
    },
    tooMany: (limit) => `Geben Sie höchstens ${limit} ein. Entfernen Sie einige davon.`,
    codes: {
      APP_LIMIT:
        "Sie haben die Höchstzahl an Apps erreicht. Archivieren Sie eine, die Sie nicht mehr brauchen, und versuchen Sie es einen Tag später noch einmal.",
      REQUIRED: "Füllen Sie dieses Feld aus.",
      NOT_HTTPS: "Geben Sie eine Adresse ein, die mit https:// beginnt, ohne Benutzernamen und Fragment.",
      NOT_CONTACT: "Geben Sie eine E-Mail-Adresse ein oder eine Adresse, die mit https:// beginnt.",
      TWICE: "Das ist doppelt aufgeführt. Entfernen Sie einen der Einträge.",
      UNKNOWN: "Diesen Scope gibt es nicht mehr. Nehmen Sie das Häkchen weg.",
      RETIRED: "Dieser Scope ist zurückgezogen und kann nicht registriert werden. Nehmen Sie das Häkchen weg.",
      NOT_ABSOLUTE: "Geben Sie eine absolute URI ein, die mit https:// in Kleinbuchstaben und einem Host beginnt.",
      SCHEME_REFUSED: "Dieses Schema kann im Browser Code ausführen oder Inhalte zeigen. Verwenden Sie https.",
      SCHEME_WITHOUT_DOT: "Ein eigenes Schema ist ein umgekehrter Domainname, etwa com.example.app.",
      SCHEME_NEEDS_PUBLIC_APP:
        "Nur eine App auf den Geräten der Nutzer darf ein eigenes Schema haben. Verwenden Sie https.",
      HOST_MISSING: "Geben Sie nach https:// den Host ein, etwa app.example.com.",
      HOST_MALFORMED: "Geben Sie den Host als Namen in ASCII-Kleinbuchstaben oder als IP-Adresse in üblicher Form ein.",
      USERINFO: "Entfernen Sie Benutzernamen und Passwort.",
      FRAGMENT: "Entfernen Sie das Fragment (#).",
      WILDCARD: "Platzhalter werden nicht unterstützt. Geben Sie jede Adresse einzeln ein.",
      HTTP_NOT_LOOPBACK: "http ist nur für Loopback-Adressen erlaubt. Verwenden Sie https.",
      LOOPBACK_NEEDS_IP: "Verwenden Sie http://127.0.0.1 oder http://[::1] statt localhost.",
      LOOPBACK_REFUSED:
        "Eine App mit Secret darf eine Loopback-Adresse nur benutzen, wenn diese Plattform selbst auf Loopback läuft.",
      ANSWER_IN_QUERY:
        "Entfernen Sie code, state, iss, error und error_description aus der Query: Die Antwort fügt sie hinzu.",
    },
    uriCodes: {
      ILLEGAL_CHARACTER:
        "Verwenden Sie nur ASCII-Zeichen, die in URIs erlaubt sind. Kodieren Sie alle anderen mit Prozentkodierung.",
    },
  },
  created: {
    heading: (name) => `${name} gespeichert`,
    submittedHeading: (name) => `${name} eingereicht`,
    submitted: "Zur Prüfung eingereicht. Die Entscheidung erscheint auf der Seite der App.",
    incompleteHeading: (name) => `Entwurf gespeichert: ${name}`,
    incomplete: "Als Entwurf gespeichert. Beheben Sie das vor dem Einreichen:",
    backToForm: "Zurück zum Formular",
    credentials: "Zugangsdaten Ihrer App",
    clientId: "client_id",
    continueToApp: "Weiter zur App",
    quickstart: "Im Schnellstart verwenden",
  },
  underReview: {
    title: (name) => `${name} von der Prüfung zurückziehen?`,
    text: "Während der Prüfung lässt sich die App nicht ändern. Um sie zu ändern, ziehen Sie sie zurück und reichen Sie sie danach erneut ein.",
    effect:
      "Die App wird zum Entwurf und verlässt die Prüfwarteschlange. Wenn Sie sie erneut einreichen, wartet sie am Ende der Warteschlange.",
    effectLive:
      "Die Änderungen werden zum Entwurf und verlassen die Prüfwarteschlange. Die Live-Fassung bleibt, wie sie ist. Wenn Sie erneut einreichen, warten die Änderungen am Ende der Warteschlange.",
    cancel: "Zurück zur App",
  },
};
