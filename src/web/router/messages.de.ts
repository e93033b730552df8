import type { en } from "./messages.en.ts";

/** Texts of rejected forms, in German. */
export const de: typeof en = {
  heading: "Ihre Änderung wurde nicht gespeichert.",
  restored: "Sie waren abgemeldet. Ihre Eingaben stehen wieder im Formular und sind noch nicht gespeichert.",
  stale:
    "Die Seite hat sich geändert, seit Sie sie geöffnet haben. Prüfen Sie den aktuellen Stand unten, bevor Sie entscheiden.",
  reasons: {
    STATE: "Der Status der App hat sich geändert und erlaubt diesen Schritt nicht.",
    REVISION_CHANGED:
      "Der Entwickler hat eine andere Fassung eingereicht, seit Sie diese Seite geöffnet haben. Lesen Sie sie, bevor Sie entscheiden.",
    CLAIMED:
      "Ein anderer Betreiber hat diese Prüfung übernommen. Wählen Sie eine andere App, oder übernehmen Sie die Prüfung selbst.",
    NAME_TAKEN: "Eine andere Vorlage hat diesen Namen.",
    TEMPLATE_LIMIT: "Es gibt 100 Vorlagen. Löschen Sie eine, die Sie nicht verwenden.",
    OWN_APP: "Eine App Ihres eigenen Teams können Sie nicht prüfen. Bitten Sie einen anderen Betreiber.",
    OWN_ACCOUNT: "Mit Ihrem eigenen Konto geht das nicht.",
    LAST_OWNER: "Ein Geschäft braucht mindestens einen Inhaber. Fügen Sie zuerst einen anderen hinzu.",
    TEST_MERCHANT: "Ein Testgeschäft hat die Mitglieder seines Teams. Ändern Sie stattdessen das Team.",
    MERCHANT_CLOSED: "Dieses Geschäft ist endgültig geschlossen.",
    MERCHANT_EXISTS: "Diese Kennung ist oder war vergeben. Kennungen können nicht wiederverwendet werden.",
    EMAIL_TAKEN: "Für diese E-Mail-Adresse gibt es bereits ein Konto.",
    NOT_INSTALLED: "Die App ist bei diesem Geschäft nicht mehr installiert.",
    SUSPENDED_BY_ANOTHER: "Die Sperre stammt von einer anderen Partei. Nur diese Partei kann sie aufheben.",
    ACCOUNT_NOT_FOUND: "Es gibt kein Konto mit dieser E-Mail-Adresse oder Kennung.",
    NOT_BEFORE_FUTURE: "Der Zeitpunkt darf nicht in der Zukunft liegen.",
    NO_SECOND_FACTOR: "Richten Sie zuerst die Bestätigung in zwei Schritten ein.",
    TOTP_EXISTS: "Es ist schon eine Authentifizierungs-App eingerichtet. Entfernen Sie diese zuerst.",
    INVITATION_USED: "Die Einladung wurde schon angenommen.",
    INVITATION_REVOKED: "Diese Einladung wurde zurückgezogen, oder eine neuere hat sie ersetzt.",
    EXTERNAL_ACCOUNT: "Die Anmeldung der Plattform entscheidet, ob dieses Konto Betreiber ist.",
    INVALID: "Einige Eingaben wurden nicht angenommen. Prüfen Sie die Felder und senden Sie das Formular noch einmal.",
  },
  tooLong: (limit) => `Kürzen Sie das auf höchstens ${limit.toLocaleString("de")} Zeichen.`,
  codes: {
    ILLEGAL_CHARACTER:
      "Entfernen Sie Steuerzeichen und unsichtbare Zeichen. Sie kommen oft mit, wenn Text aus einem Dokument kopiert wird.",
    OUTER_SPACE: "Entfernen Sie die Leerzeichen am Anfang und am Ende.",
  },
  labels: { name: "Name", text_en: "Erläuterung auf Englisch", text_de: "Erläuterung auf Deutsch" },
  fields: {
    reason_code: "Wählen Sie einen Grund.",
    text_en: "Geben Sie eine Erläuterung auf Englisch mit 1 bis 2.000 Zeichen ein.",
    text_de: "Geben Sie eine Erläuterung auf Deutsch mit 1 bis 2.000 Zeichen ein.",
    reason_text: "Geben Sie eine Erläuterung mit höchstens 2.000 Zeichen ein.",
    name: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein, ohne Zeilenumbrüche und unsichtbare Zeichen.",
    "template.name": "Geben Sie einen Namen mit 1 bis 60 Zeichen ein, etwa „Redirect-URI antwortet nicht“.",
    "scope.name":
      "Verwenden Sie 1 bis 64 Buchstaben, Ziffern und Zeichen, etwa orders:read, ohne Leerzeichen, Anführungszeichen und Backslashes.",
    title: "Geben Sie einen Titel mit 1 bis 100 Zeichen ein.",
    description: "Verwenden Sie höchstens 500 Zeichen.",
    email: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
    owner_email: "Geben Sie die E-Mail-Adresse eines bestehenden Kontos ein.",
    merchant_id: "Verwenden Sie 1 bis 64 Buchstaben, Ziffern, Punkte, Unterstriche oder Bindestriche.",
    role: "Wählen Sie eine Rolle.",
    permissions: "Wählen Sie mindestens eine Berechtigung. web:act lässt sich nur mit tokens:forward kombinieren.",
    expires_at: "Geben Sie ein Datum in der Zukunft ein.",
    restricted_scopes_allowed: "Wählen Sie nur eingeschränkte Scopes, die die App anfordert.",
    restricted_scopes_refused: "Wählen Sie nur eingeschränkte Scopes, die die App anfordert.",
    confirm: "Setzen Sie das Häkchen zur Bestätigung.",
  },
};
