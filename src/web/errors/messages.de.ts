import type { en } from "./messages.en.ts";

/** Texts of the error pages, in German. */
export const de: typeof en = {
  refusals: {
    APP_REFUSED: "Die App kann zurzeit nicht verbunden werden. Gehen Sie zurück zur App und beginnen Sie von vorn.",
    CHANGED: "Jemand anders hat das Passwort inzwischen geändert. Melden Sie sich neu an.",
    EMAIL_CHANGED: "Das Konto hat inzwischen eine andere E-Mail-Adresse. Laden Sie die Seite neu.",
    EMAIL_TAKEN: "Zu dieser E-Mail-Adresse gibt es ein Konto.",
    EMAIL_UNVERIFIED:
      "Die E-Mail-Adresse dieses Kontos ist nicht bestätigt. Die Plattform bestätigt sie oder lädt die Adresse ein.",
    INVALID: "Etwas von dem, was gesendet wurde, passt nicht. Gehen Sie zurück und prüfen Sie Ihre Eingaben.",
    INVITATION_USED: "Die Einladung wurde schon angenommen.",
    LAST_OWNER: "Ein Geschäft behält seinen letzten Inhaber. Benennen Sie zuerst einen anderen.",
    MERCHANT_CLOSED: "Dieses Geschäft ist endgültig geschlossen.",
    MERCHANT_EXISTS: "Es gibt oder gab ein Geschäft mit dieser Kennung. Kennungen werden nie wieder vergeben.",
    MERCHANT_MISSING: "Wählen Sie das Geschäft, mit dem die App arbeiten soll.",
    NOT_INSTALLED: "Die App ist dort nicht mehr installiert.",
    NO_PASSWORD: "Dieses Konto meldet sich ohne Passwort an.",
    OWN_ACCOUNT: "Mit dem Konto, mit dem Sie angemeldet sind, geht das nicht.",
    PAGE_TOKEN: "Diesen Teil der Liste gibt es nicht mehr. Beginnen Sie mit der ersten Seite.",
    PUBLIC_APP: "Eine App ohne Server hat kein Secret.",
    REVISION_CHANGED: "Es gibt inzwischen eine andere Fassung. Laden Sie die Seite neu und lesen Sie sie zuerst.",
    SECRET_LIMIT: "Zwei Secrets gelten schon. Beenden Sie eines, bevor Sie ein weiteres anlegen.",
    START_AT_APP: "Diese App wird in der App selbst installiert.",
    STATE: "Die App ist inzwischen in einem anderen Zustand, der diesen Schritt nicht erlaubt.",
    SUSPENDED_BY_ANOTHER: "Eine andere Seite hat sie angehalten, und nur diese kann sie fortsetzen.",
    TEST_MERCHANT: "Ein Testgeschäft hat seinen Entwickler als einziges Mitglied.",
  },
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
};
