import type { en } from "./messages.en.ts";

/** Texts of the installations of an app, in German. */
export const de: typeof en = {
  title: "Installationen",
  installationCount: (count) => (count === 1 ? "1 Installation" : `${count} Installationen`),
  search: "Kennung des Geschäfts",
  none: "Keine Installationen gefunden.",
  since: "seit",
  accuracy: "Zeitpunkte sind auf die Stunde genau.",
  columns: {
    merchant: "Geschäft",
    state: "Status",
    refreshed: "Letzter Refresh",
    failed: "Letzter Fehler",
    expires: "Tage bis zum Ablauf",
  },
  never: "nie",
  noFailure: "keiner",
  back: "Alle Installationen",
  health: "Zustand",
  id: "installation_id",
  version: "Version",
  merchantId: "merchant_id",
  connected: "Verbunden",
  ended: "Beendet",
  scopes: "Scopes",
  granted: "Erlaubt",
  declined: "Registriert, nicht erlaubt",
  nothing: "keine",
  usage:
    "Welche der erlaubten Scopes Ihre Aufrufe benutzen, ist hier nicht bekannt: Die API der Plattform prüft sie selbst.",
  suspendedUntil: (party) => `Sie ist angehalten (${party}) und läuft wieder, sobald diese Partei sie fortsetzt.`,
  pauseTitle: "Anhalten",
  pauseText:
    "Die Tokens gelten sofort nicht mehr und wieder, sobald Sie die Installation fortsetzen. Das Geschäft sieht, dass Sie sie angehalten haben.",
  reason: "Grund (optional)",
  reasonHint: "Das Geschäft sieht ihn. Bis zu 2.000 Zeichen.",
  reasonInvalid: "Verwenden Sie höchstens 2.000 Zeichen.",
  pause: "Installation anhalten",
  resumeTitle: "Fortsetzen",
  resumeText:
    "Sie haben sie angehalten. Wenn Sie sie fortsetzen, gelten die Tokens wieder, sofern keine andere Partei sie angehalten hat.",
  resumeEnded:
    "Sie haben sie angehalten, bevor sie endete. Erst wenn Sie sie fortsetzen, kann das Geschäft die App wieder verbinden.",
  resume: "Installation fortsetzen",
  suspendedByOther: (party) => `angehalten: ${party}.`,
  failures: {
    unspecified: "unbekannt",
    credentials: "falsches Secret",
    expired: "Token abgelaufen",
    reused: "altes Token erneut benutzt",
    ended: "Zugang widerrufen",
    suspended: "war angehalten",
    scope: "Scope nicht erlaubt",
  },
  advice: {
    unspecified: "",
    credentials: "Prüfen Sie, welches Secret Ihr Server sendet.",
    expired: "Das Geschäft muss neu verbinden. Erneuern Sie rechtzeitig.",
    reused:
      "Ein altes Refresh-Token kam zurück, deshalb endete dieser Zugang. Behalten Sie das neueste und lassen Sie das Geschäft neu verbinden.",
    ended: "Das Geschäft muss neu verbinden.",
    suspended: "Es geht weiter, sobald sie wieder läuft.",
    scope: "Bitten Sie um nicht mehr, als erlaubt wurde.",
  },
  days: (days) => (days === 1 ? "1 Tag" : `${days} Tage`),
  expired: "abgelaufen",
};
