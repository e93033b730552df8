import type { en } from "./messages.en.ts";

/** Texts of rejected forms, in German. */
export const de: typeof en = {
  heading: "Das wurde nicht ausgeführt.",
  stale:
    "Die Seite hat sich geändert, seit Sie sie geöffnet haben. Unten steht der jetzige Stand; bitte sehen Sie ihn an, bevor Sie entscheiden.",
  reasons: {
    STATE: "Die App ist inzwischen in einem anderen Zustand, der diesen Schritt nicht erlaubt.",
    REVISION_CHANGED:
      "Der Entwickler hat eine andere Fassung eingereicht, seit Sie diese Seite geöffnet haben. Lesen Sie sie, bevor Sie entscheiden.",
    OWN_APP: "Niemand prüft die eigene App. Bitten Sie eine andere Person.",
    OWN_ACCOUNT: "Mit dem Konto, mit dem Sie angemeldet sind, geht das nicht.",
    LAST_OWNER: "Ein Geschäft behält seinen letzten Inhaber. Benennen Sie zuerst einen anderen.",
    TEST_MERCHANT: "Ein Testgeschäft hat seinen Entwickler als einziges Mitglied.",
    MERCHANT_CLOSED: "Dieses Geschäft ist endgültig geschlossen.",
    MERCHANT_EXISTS: "Es gibt oder gab ein Geschäft mit dieser Kennung. Kennungen werden nie wieder vergeben.",
    EMAIL_TAKEN: "Es gibt ein Konto mit dieser E-Mail-Adresse.",
    NOT_INSTALLED: "Die App ist dort nicht mehr installiert.",
    SUSPENDED_BY_ANOTHER: "Eine andere Seite hat sie angehalten, und nur diese kann sie fortsetzen.",
    ACCOUNT_NOT_FOUND: "Es gibt kein Konto mit dieser E-Mail-Adresse oder Kennung.",
    NOT_BEFORE_FUTURE: "Der Zeitpunkt darf nicht in der Zukunft liegen.",
    INVITATION_USED: "Die Einladung wurde schon angenommen.",
    EXTERNAL_ACCOUNT: "Die Anmeldung der Plattform entscheidet, ob dieses Konto Betreiber ist.",
    INVALID: "Etwas im Formular passt nicht.",
  },
  fields: {
    reason_code: "Wählen Sie einen Grund.",
    reason_text: "Sagen Sie in Worten, warum (höchstens 2.000 Zeichen).",
    name: "Geben Sie einen Namen ein, der zum Hinweis passt.",
    title: "Geben Sie einen Titel mit 1 bis 100 Zeichen ein.",
    description: "Höchstens 500 Zeichen.",
    email: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
    owner_email: "Geben Sie die E-Mail-Adresse eines Kontos ein, das es gibt.",
    merchant_id: "1 bis 64 Buchstaben, Ziffern, Punkte, Unterstriche oder Bindestriche.",
    role: "Wählen Sie eine Rolle.",
    permissions: "Wählen Sie mindestens ein Recht; neben web:act nur tokens:forward.",
    expires_at: "Der Schlüssel muss in der Zukunft enden.",
    restricted_scopes_allowed: "Wählen Sie unter den besonders geschützten Berechtigungen, um die die App bittet.",
    confirm: "Bestätigen Sie, dass Sie es so meinen.",
  },
};
