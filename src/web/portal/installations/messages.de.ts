import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the installations of an app, in German. */
export const de: typeof en = {
  title: "Installationen",
  installationCount: (count) => plural(count, { one: "1 aktive Installation", other: "# aktive Installationen" }),
  search: "Kennung des Geschäfts",
  none: "Keine Installationen gefunden.",
  since: "seit",
  accuracy: "Zeitpunkte sind auf die Stunde genau.",
  columns: {
    merchant: "Geschäft",
    state: "Status",
    refreshed: "Letzter Refresh",
    failed: "Letzter Fehler",
    expires: "Läuft ab in",
  },
  never: "nie",
  noFailure: "keiner",
  back: "Alle Installationen",
  health: "Zustand",
  id: "installation_id",
  version: "Version",
  merchantId: "merchant_id",
  connected: "Verbunden",
  ended: "Deinstalliert",
  scopes: "Scopes",
  granted: "Gewährt",
  declined: "Nicht gewährt",
  nothing: "keine",
  usage: "Die API der Plattform prüft die Scopes, deshalb kann diese Seite nicht zeigen, welche Ihre App nutzt.",
  suspendedUntil: (party) => `Pausiert oder gesperrt durch ${party}. Nur von dort lässt sie sich fortsetzen.`,
  pauseTitle: "Pausieren",
  pauseText:
    "Ihre Tokens funktionieren nicht, bis Sie sie fortsetzen. Das Geschäft sieht, dass Sie sie pausiert haben.",
  reason: "Grund (optional)",
  reasonHint: "Das Geschäft sieht ihn. Bis zu 2.000 Zeichen.",
  reasonInvalid: "Verwenden Sie höchstens 2.000 Zeichen.",
  pause: "Installation pausieren",
  resumeTitle: "Fortsetzen",
  resumeText:
    "Sie haben sie pausiert. Wenn Sie sie fortsetzen, funktionieren ihre Tokens wieder, es sei denn, das Geschäft hat sie pausiert oder die Plattform hat sie gesperrt.",
  resumeEnded:
    "Sie haben sie pausiert, bevor sie deinstalliert wurde. Das Geschäft kann die App erst wieder verbinden, wenn Sie sie fortsetzen.",
  resume: "Installation fortsetzen",
  suspendedByOther: (party) => `gesperrt durch ${party}.`,
  failures: {
    unspecified: "unbekannt",
    credentials: "falsches Secret",
    expired: "Token abgelaufen",
    reused: "Token erneut benutzt",
    ended: "Zugriff widerrufen",
    suspended: "gesperrt",
    scope: "Scope nicht gewährt",
  },
  advice: {
    unspecified: "",
    credentials: "Prüfen Sie das Secret auf Ihrem Server.",
    expired: "Das Geschäft muss neu verbinden. Erneuern Sie Tokens, bevor sie ablaufen.",
    reused:
      "Ein altes Refresh-Token wurde erneut benutzt, deshalb wurde der Zugriff widerrufen. Speichern Sie immer das neueste Token. Das Geschäft muss neu verbinden.",
    ended: "Das Geschäft muss neu verbinden.",
    suspended: "Nach dem Entsperren funktioniert sie wieder.",
    scope: "Fordern Sie nur gewährte Scopes an.",
  },
  days: (days) => plural(days, { one: "1 Tag", other: "# Tage" }),
  expired: "abgelaufen",
};
