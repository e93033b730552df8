import { connectedDe } from "./connected-de.ts";
import { consoleDe } from "./console-de.ts";
import type { Messages } from "./en.ts";
import { errorCodesDe } from "./error-codes-de.ts";
import { portalDe } from "./portal-de.ts";
import { refusalsDe } from "./refusals-de.ts";

/** Every text of the pages in German. */
export const de: Messages = {
  layout: {
    skip: "Zum Inhalt springen",
    errorPrefix: "Fehler: ",
    accountNavigation: "Konto",
    signedInAs: (name) => `Angemeldet als ${name}`,
    signIn: "Anmelden",
    signOut: "Abmelden",
    language: "Sprache",
    languageName: "Deutsch",
    problem: "Bitte prüfen Sie Folgendes",
    sites: "Hauptnavigation",
    connectedApps: "Verbundene Apps",
    portal: "Entwicklerportal",
    console: "Konsole",
    footer: (platform) => `${platform} verbindet Apps mit Ihrem Geschäft, und nur mit Ihrer Zustimmung.`,
  },

  home: {
    title: "Willkommen",
    lead: (platform) =>
      `Über ${platform} arbeiten Apps mit den Daten Ihres Geschäfts. Sie entscheiden, welche App worauf zugreift, und können den Zugriff jederzeit beenden.`,
    greeting: (name) => `Guten Tag, ${name}`,
    connectedText: "Sehen, welche Apps auf Ihre Geschäfte zugreifen, und den Zugriff beenden.",
    connectedOpen: "Verbundene Apps ansehen",
    portalText: "Apps einreichen, ihre Prüfung verfolgen, Secrets und Installationen pflegen.",
    portalOpen: "Entwicklerportal öffnen",
    consoleText: "Apps prüfen und die Plattform betreiben.",
    consoleOpen: "Konsole öffnen",
    merchants: "Ihre Geschäfte",
    merchantsNone: "Ihr Konto gehört noch zu keinem Geschäft. Die Plattform kann Sie zu einem hinzufügen.",
    merchantsMore: (count) => `Gezeigt werden die ersten ${count}.`,
    connectHint:
      "Um eine App zu verbinden, öffnen Sie ihren Installationslink oder beginnen Sie in der App. Bevor etwas geteilt wird, sehen Sie, worum sie bittet.",
    people: "Für alle, die ein Geschäft führen",
    peopleText:
      "Sie möchten eine App verbinden? Öffnen Sie ihren Installationslink und melden Sie sich an. Geteilt wird erst, was Sie erlauben.",
    developers: "Für Entwickler",
    developersText: "Bieten Sie Ihre App den Geschäften auf dieser Plattform an.",
    signUp: "Entwicklerkonto anlegen",
    metadata: "OAuth-Metadaten des Servers",
    errorCodes: "OAuth-Fehlercodes",
    operator: "Betreiber",
    developer: "Entwickler",
  },

  connected: connectedDe,
  console: consoleDe,
  portal: portalDe,
  errorCodes: errorCodesDe,

  roles: { owner: "Inhaber", manager: "Manager", member: "Mitglied" },

  signIn: {
    title: "Anmelden",
    lead: (platform) => `Melden Sie sich mit Ihrem Konto bei ${platform} an, um fortzufahren.`,
    toInstall: (app: string) =>
      `Um ${app} zu installieren, melden Sie sich an. Danach sehen Sie, worum die App bittet, und entscheiden.`,
    again: "Bitte melden Sie sich zur Sicherheit noch einmal an, um fortzufahren.",
    email: "E-Mail",
    password: "Passwort",
    submit: "Anmelden",
    or: "oder",
    noWay: "Auf diesem Server ist noch keine Anmeldung eingerichtet.",
    signUp: "Neu hier? Entwicklerkonto anlegen",
    already: (who) => `Sie sind angemeldet als ${who}.`,
    continueAs: "Ohne neue Anmeldung fortfahren",
    refused: "E-Mail und Passwort passen nicht zusammen, oder das Konto kann sich nicht anmelden.",
    emailMissing: "Geben Sie Ihre E-Mail-Adresse ein.",
    passwordMissing: "Geben Sie Ihr Passwort ein.",
    throttled: (wait) => `Zu viele Versuche. Bitte warten Sie ${wait} und versuchen Sie es dann noch einmal.`,
    throttledTitle: "Bitte warten Sie etwas",
  },

  signOut: {
    title: "Abmelden",
    question: (who) => `Sie sind angemeldet als ${who}.`,
    submit: "Abmelden",
    stay: "Angemeldet bleiben",
    nobody: "Es ist niemand angemeldet.",
  },

  signUp: {
    title: "Entwicklerkonto anlegen",
    lead: "Mit einem Entwicklerkonto reichen Sie Apps zur Prüfung ein. Wer zu einem Geschäft gehört, braucht keines und wird von der Plattform eingeladen.",
    name: "Ihr Name oder der Ihrer Firma",
    nameHint: "Geschäfte sehen ihn bei Ihrer App.",
    email: "E-Mail",
    password: "Passwort",
    passwordHint: "Mindestens 12 Zeichen. Einige Wörter hintereinander lassen sich leicht merken.",
    submit: "Konto anlegen",
    signIn: "Sie haben ein Konto? Anmelden",
    nameMissing: "Geben Sie einen Namen ein.",
    nameWrong: "Verwenden Sie 1 bis 200 Zeichen.",
    emailMissing: "Geben Sie Ihre E-Mail-Adresse ein.",
    emailTaken: "Zu dieser E-Mail-Adresse gibt es ein Konto. Melden Sie sich damit an.",
    emailWrong: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
    passwordWrong: "Verwenden Sie 12 bis 256 Zeichen.",
  },

  invitation: {
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
    held: (email) =>
      `Für ${email} wurde ein Konto registriert, ohne dass die Adresse bestätigt ist. Gehört es Ihnen, melden Sie sich an, um es zu behalten. Andernfalls machen Sie hier weiter: Die Adresse geht an Ihr neues Konto über.`,
    heldSignIn: "Das Konto ist meines: anmelden",
  },

  app: {
    by: (developer) => `von ${developer}`,
    verified: "Geprüft",
    verifiedText: (platform) => `${platform} hat diese App geprüft.`,
    inTest: "Im Test",
    inTestText: (platform) =>
      `${platform} hat diese App noch nicht geprüft. Sie arbeitet nur mit Testgeschäften ihres Entwicklers.`,
    website: "Website",
    support: "Hilfe vom Entwickler",
    logo: (app) => `Logo von ${app}`,
  },

  merchant: {
    heading: "Geschäft",
    choose: "Für welches Geschäft?",
    pick: "Geschäft wählen",
    connected: "schon verbunden",
    test: "Test",
    missing: "Wählen Sie das Geschäft, mit dem die App arbeiten soll.",
  },

  scopes: {
    alwaysHeading: "Nötig, damit die App funktioniert",
    optionalHeading: "Freiwillig: Sie entscheiden",
    optionalHint:
      "Setzen Sie ein Häkchen bei allem, was Sie teilen möchten. Um das Übrige kann die App später erneut bitten.",
    reason: "Wofür:",
    sensitive: "Sensible Daten",
    restricted: "Besonders sensible Daten",
    granted: "Schon erlaubt",
    grantedFor: (merchants) => `Schon erlaubt für ${merchants}`,
    fresh: "Neu",
    none: "Erlauben Sie mindestens einen Punkt, oder wählen Sie „Nicht erlauben“.",
  },

  consent: {
    title: (app) => `${app} verbinden?`,
    headingFor: (app, merchant) => `${app} bittet um Zugriff auf ${merchant}`,
    heading: (app) => `${app} bittet um Zugriff`,
    asks: (app) => `${app} könnte dann`,
    asksMore: (app) => `${app} ist schon verbunden und bittet um mehr. Die App könnte dann`,
    asksAgain: (app) => `${app} ist schon verbunden und fragt noch einmal. Die App kann`,
    whatHappens: "Was dann geschieht",
    onApprove: (app) =>
      `Erlauben: ${app} erhält Zugriff auf die Punkte oben und auf nichts sonst. Ihr Passwort sieht die App nie.`,
    onDeny: "Nicht erlauben: Es wird nichts geteilt, und die App erfährt das.",
    goesTo: (origin) => `In beiden Fällen geht es weiter zu ${origin}.`,
    goesToApp: "In beiden Fällen öffnet Ihr Gerät danach die App.",
    undo: "Sie können den Zugriff jederzeit sofort beenden, unter",
    approve: "Erlauben",
    deny: "Nicht erlauben",
    signedInAs: (who) => `Sie sind angemeldet als ${who}.`,
    notYou: "Sind Sie das nicht? Melden Sie sich ab und beginnen Sie in der App von vorn.",
    changed: {
      heading:
        "Während diese Seite offen war, hat sich etwas geändert. Erlaubt ist noch nichts: Bitte prüfen und entscheiden Sie noch einmal.",
      required: (scope) => `„${scope}“ braucht die App jetzt, um zu funktionieren. Vorher war es freiwillig.`,
      optional: (scope) => `„${scope}“ ist jetzt freiwillig. Vorher brauchte die App es.`,
      merchant: (before, now) => `Es geht jetzt um ${now}. Vorher ging es um ${before}.`,
      choice: (before) => `Vorher ging es um ${before}. Wählen Sie jetzt das Geschäft.`,
      only: (now) => `Es geht jetzt nur noch um ${now}.`,
      other: "Die App, eine Berechtigung oder die Geschäfte, die Sie verbinden dürfen, haben sich geändert.",
    },
  },

  forbidden: {
    title: "Sie können keine Apps verbinden",
    member:
      "Nur Inhaber und Manager eines Geschäfts können Apps verbinden, und nur solange es nicht gesperrt ist. Bitten Sie jemanden von ihnen, den Link der App zu öffnen.",
    noMerchant:
      "Ihr Konto gehört zu keinem Geschäft, mit dem sich diese App verbinden lässt. Stimmt das nicht, bitten Sie die Plattform, Sie zu dem Geschäft hinzuzufügen.",
    back: (app) => `Zurück zu ${app}, ohne zu verbinden`,
  },

  install: {
    title: (app) => `${app} installieren`,
    heading: (app) => `${app} installieren`,
    may: (app) => `Darum kann ${app} Sie bitten`,
    next: "Was dann geschieht",
    launch: (origin) => `Sie gehen zur App auf ${origin}. Dann werden Sie hier um Ihre Zustimmung gebeten.`,
    platform: "Auf der nächsten Seite sehen Sie noch einmal, worum die App bittet, und erlauben es oder nicht.",
    nothingYet: "Mit diesem Schritt wird noch nichts geteilt.",
    submit: "Weiter zur Installation",
    atApp: (app) =>
      `${app} wird aus der App heraus installiert: Öffnen Sie sie und suchen Sie dort nach der Verbindung zu dieser Plattform.`,
    openWebsite: "Website der App öffnen",
  },

  wait: {
    seconds: (count) => (count === 1 ? "1 Sekunde" : `${count} Sekunden`),
    minutes: (count) => (count === 1 ? "1 Minute" : `${count} Minuten`),
  },

  fault: {
    refusals: refusalsDe,
    requestId: "Nummer der Anfrage, für den Support",
    home: "Zur Startseite",
    signIn: "Anmelden",
    signInOther: "Mit einem anderen Konto anmelden",
    retry: "Noch einmal versuchen",
    wait: (wait) => `Bitte warten Sie ${wait}.`,
    titles: {
      400: "Diese Anfrage funktioniert nicht",
      403: "Das ist nicht erlaubt",
      404: "Nicht gefunden",
      405: "So geht das nicht",
      409: "Das geht nicht mehr",
      410: "Das ist vorbei",
      413: "Das ist zu viel",
      415: "Diese Anfrage funktioniert nicht",
      429: "Bitte warten Sie etwas",
      500: "Bei uns ist etwas schiefgegangen",
      503: "Wir sind gleich wieder da",
    },
    reasonTitles: { app_suspended: "Diese App ist gesperrt" },
    statuses: {
      403: "Ihr Konto darf das nicht.",
      404: "Diese Seite gibt es nicht, oder nicht für das angemeldete Konto.",
      405: "Diese Adresse funktioniert anders. Bitte beginnen Sie auf der Seite davor noch einmal.",
      413: "Das Gesendete ist größer, als wir annehmen.",
      429: "Es waren zu viele Versuche.",
      500: "Das liegt nicht an Ihnen. Bitte versuchen Sie es noch einmal und nennen Sie uns die Nummer der Anfrage, wenn es so bleibt.",
      503: "Der Dienst antwortet gerade nicht. Bitte versuchen Sie es noch einmal.",
    },
    reasons: {
      form_malformed: "Das Formular kam nicht richtig an. Laden Sie die Seite neu und senden Sie es noch einmal.",
      form_token:
        "Das Formular gehört nicht zu diesem Browser: Es war lange offen, oder Cookies sind ausgeschaltet. Laden Sie die Seite neu und senden Sie es noch einmal.",
      form_origin: "Das Formular kam nicht von einer Seite dieses Servers. Es wurde nichts getan.",
      not_found: "Diese Seite gibt es nicht, oder nicht für das angemeldete Konto.",
      interaction_not_found:
        "Diese Verbindungsanfrage ist abgelaufen, gibt es nicht oder gehört zu einem anderen Konto. Beginnen Sie in der App von vorn.",
      interaction_used:
        "Diese Verbindungsanfrage ist schon beantwortet. Ist die App nicht verbunden, beginnen Sie dort von vorn.",
      interaction_expired:
        "Diese Verbindungsanfrage ist abgelaufen: Sie wartet zehn Minuten. Beginnen Sie in der App von vorn.",
      install_not_found:
        "Unter dieser Adresse gibt es keine App zu installieren. Prüfen Sie den Link, oder fragen Sie den Entwickler der App nach dem richtigen.",
      app_suspended:
        "Die Plattform hat diese App gesperrt; zurzeit lässt sie sich nicht installieren. Der Link stimmt: Er funktioniert wieder, wenn die Plattform die Sperre aufhebt.",
      app_refused: "Die App lässt sich zurzeit nicht verbinden. Fragen Sie den Entwickler der App nach dem Grund.",
      consent_refused: "So lässt sich die App nicht verbinden. Beginnen Sie in der App von vorn.",
      invitation_not_found:
        "Diese Einladung gilt nicht: Sie wurde vielleicht schon benutzt, zurückgezogen oder ist abgelaufen. Bitten Sie um eine neue.",
      sign_up_closed: "Neue Konten entstehen hier durch Einladung.",
      external_closed: "Diese Art der Anmeldung gibt es hier nicht.",
      external_failed: "Die Anmeldung hat nicht geklappt. Bitte beginnen Sie von vorn.",
      external_refused: "Ihr Konto dort darf sich hier nicht anmelden.",
      external_unavailable: "Die Anmeldung der Plattform antwortet gerade nicht. Bitte versuchen Sie es noch einmal.",
      limit: "Es waren zu viele Versuche.",
      sign_up_limit: "Zuletzt wurden zu viele Konten angelegt. Im Moment lässt sich keines anlegen.",
      authorization_embedded: "Apps verbindet man auf einer eigenen Seite. Beginnen Sie in der App von vorn.",
      authorization_limit:
        "Zu viele Anfragen, eine App zu verbinden, sind gerade offen. Beantworten Sie eine offene, oder warten Sie einige Minuten und beginnen Sie dann bei der App von vorn.",
      forbidden: "Ihr Konto darf das nicht.",
      unavailable:
        "Der Dienst antwortet gerade nicht. Wollten Sie etwas ändern, sehen Sie nach, ob es geschehen ist, bevor Sie es noch einmal versuchen.",
      internal:
        "Das liegt nicht an Ihnen. Bitte versuchen Sie es noch einmal und nennen Sie uns die Nummer der Anfrage, wenn es so bleibt.",
      developers_only: "Das Entwicklerportal ist für Konten von Entwicklern.",
      operators_only: "Nur Betreiber der Plattform sehen diese Seite.",
      disconnect_forbidden: "Nur Inhaber und Manager des Geschäfts können seine Apps anhalten und trennen.",
      installation_not_found: "Diese App gibt es hier nicht, oder nicht für das angemeldete Konto.",
      bad_request: "Die Adresse oder die Anfrage ist nicht vollständig.",
      app: "Die App ist nicht bekannt oder lässt sich zurzeit nicht verbinden. Sagen Sie es dem Entwickler der App.",
      redirect_uri:
        "Der Link sagt nicht richtig, wohin es danach geht, oder nennt einen Ort, der für die App nicht eingetragen ist. Zu Ihrer Sicherheit bleiben Sie hier. Sagen Sie es dem Entwickler der App.",
      install_token: "Der Installationslink gilt nicht mehr. Beginnen Sie auf der Installationsseite der App.",
    },
  },
};
