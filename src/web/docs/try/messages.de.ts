import type { en } from "./messages.en.ts";

/** Texts of the page that tries calls, in German. */
export const de: typeof en = {
  title: "Aufruf ausprobieren",
  lead: "Senden Sie echte Anfragen Ihrer App an die Token-Endpunkte, mit einem Ihrer [Testgeschäfte](/docs/test-merchants). Sie sehen jede Anfrage und ihre Antwort.",
  stepsLabel: "Schritte",
  steps: {
    choose: ["Auswählen", "Eine Ihrer Apps und eines Ihrer Testgeschäfte."],
    allow: ["Erlauben", "Die Seite löst einen Code gegen Tokens ein."],
    call: ["Aufrufen", "Mit diesen Tokens erneuern, widerrufen oder deinstallieren."],
  },
  fixes: {
    invalid_client:
      "Das Secret ist falsch. Wenn Sie es nicht mehr haben, fügen Sie auf der Seite der App ein zweites hinzu.",
    invalid_grant:
      "Die Tokens sind widerrufen, oder die App ist deinstalliert. Beginnen Sie mit derselben App von vorn.",
    temporarily_unavailable: "Warten Sie einen Moment und senden Sie die Anfrage noch einmal.",
  },
  noApp: "Sie haben keine App, die mit Testgeschäften funktioniert.",
  createApp: "App anlegen",
  noMerchant: "Sie haben kein Testgeschäft.",
  createMerchant: "Testgeschäft anlegen",
  app: "App",
  merchant: "Testgeschäft",
  continue: "Weiter",
  allowTitle: "Zugriff erlauben und Code einlösen",
  allowLead:
    "Dieser Schritt ersetzt die Zustimmungsseite: Der Dienst stellt einen Code für das Testgeschäft aus, und die nächste Anfrage löst ihn gegen Tokens ein. Die nächste Seite zeigt die Tokens.",
  allow: (app, merchant) => `${app} erhält Zugriff auf ${merchant}:`,
  allowSubmit: "Erlauben und einlösen",
  secret: "Client-Secret",
  secretHint: "Wird nur mit dieser Anfrage gesendet und weder gespeichert noch angezeigt.",
  incomplete: "Die App braucht eine Redirect-URI und einen Scope, den Testgeschäfte gewähren können.",
  edit: "App bearbeiten",
  again: "Andere App oder anderes Geschäft wählen",
  refused: "Die Autorisierung wurde abgelehnt",
  on: (app, merchant) => `${app} bei ${merchant}`,
  outcomes: {
    exchange: "Die App hat jetzt Zugriff auf das Testgeschäft.",
    refresh: "Die App hat neue Tokens. Der nächste Refresh braucht das neue Refresh-Token.",
    revoke: "Das Token ist widerrufen, und der Dienst nimmt es nicht mehr an.",
    uninstall: "Die App ist deinstalliert, und alle ihre Tokens für das Testgeschäft sind widerrufen.",
  },
  answered: (status) => `Der Dienst hat mit Status ${status} geantwortet.`,
  meaning: "Bedeutung von",
  request: "Anfrage",
  response: "Antwort",
  curl: "Als curl",
  showCurl: "Befehl anzeigen",
  tokens: { access: "Access-Token", refresh: "Refresh-Token" },
  next: "Nächster Aufruf",
  exchange: "Code einlösen",
  refresh: "Tokens erneuern",
  revoke: "Refresh-Token widerrufen",
  revokeAccess: "Access-Token widerrufen",
  uninstall: "App deinstallieren",
  authorizeAgain: "Mit dieser App und diesem Geschäft von vorn beginnen",
};
