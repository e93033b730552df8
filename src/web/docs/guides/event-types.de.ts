import type { en } from "./event-types.en.ts";

/** Texts about the types of events, in German. */
export const de: typeof en = {
  title: "Ereignistypen",
  lead: "Alle Ereignisse haben dieselben Felder. Ein Feld ohne Wert ist null.",
  fields: {
    title: "Felder eines Ereignisses",
    child: "Felder von data anzeigen",
    orNull: (type) => `${type} oder null`,
    none: "Kein Ereignis enthält ein Token oder ein Secret.",
    fields: {
      type: "Der [Typ](/docs/webhooks#types) des Ereignisses.",
      timestamp: "Die Zeit des Ereignisses in UTC mit Mikrosekunden (RFC 3339).",
      data: "Was das Ereignis betrifft. Bei `webhook.test` ist es leer.",
    },
    dataFields: {
      event_id: "Wie `webhook-id`. Eine wiederholte Zustellung hat dieselbe Kennung.",
      sequence:
        "Die Nummer des Ereignisses unter denen seiner Installation, beginnend mit 1; null bei Ereignissen der App selbst.",
      client_id: "Ihre App.",
      merchant_id: "Das Geschäft; null bei Ereignissen der App selbst.",
      installation_id: "Die Installation; null bei Ereignissen der App selbst.",
      installation_version: "Die Version der Installation nach dem Ereignis.",
      scopes: "Die gewährten Scopes nach dem Ereignis.",
      endpoint_id: "Der Endpunkt, den `webhook.disabled` betrifft; sonst null.",
      secret_id: "Das Client-Secret, das `client_secret.expiring` betrifft; sonst null.",
    },
  },
  groups: { installation: "Ereignisse einer Installation", app: "Ereignisse der App", test: "Test" },
  sent: "Gesendet,",
  payload: "Inhalt",
  when: {
    "installation.created":
      "sobald Ihre App nach einer Zustimmung den ersten Code einlöst, nicht schon bei der Zustimmung. Wenn das Geschäft die App deinstalliert und erneut installiert, wird das Ereignis noch einmal gesendet, mit höherer `installation_version`.",
    "installation.scopes_changed":
      "wenn Ihre App den Code einer späteren Zustimmung einlöst, in der das Geschäft andere Scopes erlaubt hat, oder wenn das Geschäft einen Scope entfernt. Tokens verlieren einen entfernten Scope sofort, und vorher ausgestellte Codes werden ungültig. `scopes` enthält alle Scopes, die jetzt gewährt sind.",
    "installation.suspended":
      "wenn das Geschäft oder Ihr Team die Installation pausiert oder {platform} sie sperrt. Es wird einmal gesendet, auch wenn mehrere sie stoppen. Anfragen mit ihren Tokens werden abgelehnt, bis sie fortgesetzt wird.",
    "installation.resumed":
      "sobald keiner von ihnen die Installation mehr stoppt. Ihre App kann ihre Tokens wieder verwenden.",
    "installation.uninstalled":
      "wenn das Geschäft, Ihre App oder {platform} die App beim Geschäft deinstalliert, wenn die App archiviert und wenn das Geschäft geschlossen wird. Alle Tokens werden widerrufen. `scopes` enthält die Scopes, die bis dahin gewährt waren.",
    "refresh_token.reuse_detected":
      "wenn ein Refresh-Token erneut benutzt wird, nachdem sein Nachfolger benutzt wurde; es kann gestohlen sein. Die Tokens seiner Installation werden widerrufen, und das Geschäft verbindet die App erneut.",
    "app.approved": "wenn eine eingereichte Fassung der App freigegeben wird.",
    "app.changes_requested":
      "wenn eine eingereichte Fassung zurückgegeben wird. Die Seite der App zeigt, was zu ändern ist.",
    "app.rejected": "wenn die App abgelehnt wird.",
    "app.suspended": "wenn {platform} die App sperrt. Anfragen der App werden abgelehnt, bis die Sperre endet.",
    "app.reinstated": "wenn {platform} die App entsperrt.",
    "client_secret.expiring":
      "einmal für jedes Client-Secret, das in höchstens 14 Tagen abläuft. Ein Secret, das Sie auslaufen lassen, läuft nach 7 Tagen ab; das Ereignis wird dann sofort gesendet. `secret_id` nennt das Secret.",
    "webhook.disabled":
      "wenn ein Endpunkt mit Status 410 antwortet oder fünf Tage lang jede Zustellung an ihn fehlschlägt. `endpoint_id` nennt ihn. Die anderen Endpunkte der App erhalten das Ereignis.",
    "webhook.test": "wenn Sie von der Seite eines Endpunkts aus ein Testereignis senden. Es enthält keine Daten.",
  },
};
