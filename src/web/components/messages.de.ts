import type { en } from "./messages.en.ts";
import { pluralOf } from "./plural.ts";

const plural = pluralOf("de");

/** Texts of the shared components, in German. */
export const de: typeof en = {
  roles: { owner: "Inhaber", manager: "Manager", member: "Mitglied" },
  installationCount: (all, expired) => {
    if (expired === undefined) return plural(all, { one: "1 Installation", other: "# Installationen" });
    const active = plural(all - expired, { one: "1 aktive Installation", other: "# aktive Installationen" });
    return expired === 0 ? active : `${active}, ${expired} abgelaufen`;
  },
  comparison: {
    soFar: "bisher",
    hours: {
      more: (percent) => `${percent} mehr als in den 23 Stunden davor`,
      less: (percent) => `${percent} weniger als in den 23 Stunden davor`,
      same: "Etwa so viele wie in den 23 Stunden davor",
      note: "Vergleiche lassen die laufende Stunde aus.",
    },
    days: {
      more: (percent) => `${percent} mehr als in den 29 Tagen davor`,
      less: (percent) => `${percent} weniger als in den 29 Tagen davor`,
      same: "Etwa so viele wie in den 29 Tagen davor",
      note: "Vergleiche lassen den heutigen Tag aus.",
    },
  },
  app: {
    by: (developer) => `von ${developer}`,
    verified: (platform) => `Von ${platform} geprüft`,
    inTest: "Nicht geprüft",
    inTestText: (platform) =>
      `${platform} hat diese App noch nicht geprüft. Sie funktioniert nur mit Testgeschäften ihres Entwicklers.`,
    about: (app) => `Über ${app}`,
    website: "Website",
    support: "Support des Entwicklers",
    logo: (app) => `Logo von ${app}`,
    unnamed: "App ohne Namen",
  },
  merchant: {
    heading: "Shop",
    choose: "Shop wählen",
    chooseFirst: "Wählen Sie zuerst einen Shop",
    chosen: "Mit diesem Shop verbinden",
    pick: "Shop wählen",
    connected: "bereits verbunden",
    expired: "Verbindung abgelaufen",
    expiredHint:
      "Die Verbindung ist abgelaufen: Die App hat keinen Zugriff. Wenn Sie ihn erlauben, ist sie wieder verbunden.",
    expiredHintMany:
      "Wo die Verbindung abgelaufen ist, hat die App keinen Zugriff. Wenn Sie ihn für diesen Shop erlauben, ist sie wieder verbunden.",
    test: "Test",
    missing: "Wählen Sie den Shop, mit dem die App arbeiten soll.",
  },
  scopes: {
    required: "Nötig",
    optionalHeading: (count) =>
      plural(count, { one: "Optional: Sie dürfen es abwählen.", other: "Optional: Sie dürfen diese abwählen." }),
    ticked: (count) =>
      plural(count, { one: "Angehakt, weil die App es anfragt.", other: "Angehakt, weil die App sie anfragt." }),
    tickedSensitive: (count) =>
      plural(count, {
        one: "Angehakt, weil die App es anfragt, auch Sensibles.",
        other: "Angehakt, weil die App sie anfragt, auch Sensibles.",
      }),
    declinedHeading: "Optional: Haken Sie an, was Sie erlauben.",
    declined: "Was Sie früher nicht erlaubt haben, ist nicht angehakt.",
    details: "Details",
    detailsOf: (scope) => `Details: ${scope}`,
    reason: "Wofür:",
    sensitive: "Sensibel",
    restricted: "Besonders sensibel",
    sensitiveHint: (trusted) =>
      `Missbrauch kann Ihrem Shop oder Ihren Kunden schaden. Erlauben Sie es nur, wenn Sie ${trusted} vertrauen.`,
    granted: "Bereits erlaubt",
    grantedEarlier: "Früher erlaubt",
    grantedFor: (merchants) => `Bereits erlaubt für ${merchants}`,
    grantedForMany: (count) => plural(count, { one: "Bei 1 Shop erlaubt", other: "Bei # Shops erlaubt" }),
    fresh: "Neu",
    none: "Erlauben Sie mindestens eine Berechtigung, oder wählen Sie „Nicht erlauben“.",
    more: (count) => plural(count, { one: "und 1 weitere", other: "und # weitere" }),
  },
  steps: { label: "Schritte", signIn: "Anmelden", review: "Prüfen", done: "Fertig" },
  copy: {
    copy: "Kopieren",
    copied: "Kopiert",
    failed: "Nicht kopiert. Markieren Sie den Text und kopieren Sie ihn.",
    copyOf: (what) => `Kopieren: ${what}`,
  },
  wait: {
    seconds: (count) => plural(count, { one: "1 Sekunde", other: "# Sekunden" }),
    minutes: (count) => plural(count, { one: "1 Minute", other: "# Minuten" }),
  },
  list: {
    search: "Suchen",
    all: "Alle",
    filter: "Filter",
    order: "Sortieren",
    apply: "Filter anwenden",
    active: "Aktive Filter",
    removeFilter: "Filter entfernen:",
    reset: "Alle löschen",
    next: "Nächste Seite",
    first: "Erste Seite",
    pages: "Seiten",
    noneMatching: "Keine Ergebnisse. Ändern oder löschen Sie die Filter.",
    noneMatchingShort:
      "Keine Ergebnisse. Ändern oder löschen Sie die Filter. Bei ein oder zwei Zeichen wird nur der Anfang durchsucht. Geben Sie mindestens drei ein, um jeden Teil zu finden.",
    sort: "Sortieren nach",
    sorts: {
      name: "Name",
      email: "E-Mail",
      created: "Neueste zuerst",
      updated: "Zuletzt geänderte zuerst",
      waiting: "Am längsten unveränderte zuerst",
      installations: "Meiste Installationen zuerst",
    },
    noneYet: "Keine Ergebnisse auf dieser Seite. Weiter geht es auf der nächsten Seite.",
    noneMore: "Keine weiteren Einträge.",
    countAll: (count) => `${count} insgesamt`,
    countFirst: (count) => `1–${count}`,
    countMore: (count) => `${count} auf dieser Seite`,
    countLast: (count) => `${count} auf dieser Seite, der letzten`,
    noMatch: (typed) => `kein Ergebnis für „${typed}“.`,
    severalMatches: (typed) => `mehrere Namen enthalten „${typed}“. Wählen Sie einen:`,
  },
  appStates: {
    draft: "Entwurf",
    submitted: "Eingereicht",
    in_review: "In Prüfung",
    changes_requested: "Änderungen angefordert",
    approved: "Freigegeben",
    rejected: "Abgelehnt",
    suspended: "Gesperrt",
    archived: "Archiviert",
  },
  states: {
    active: "Aktiv",
    suspended: "Gesperrt",
    paused: "Pausiert",
    stopped: "Pausiert oder gesperrt",
    expired: "Abgelaufen",
    closed: "Geschlossen",
    uninstalled: "Deinstalliert",
    pending: "Nicht abgeschlossen",
  },
  blocks: { appSuspended: "App gesperrt", appRejected: "App abgelehnt", merchantSuspended: "Geschäft gesperrt" },
  parties: { app: "den Entwickler", merchant: "das Geschäft", operator: "die Plattform" },
  reasons: {
    code: "Grund",
    choose: "Grund wählen",
    text: "Erläuterung",
    optional: "optional",
    review: {
      INCOMPLETE: "Unvollständig",
      REDIRECT_URI: "Redirect-URIs",
      SCOPES: "Fordert unnötige Scopes an",
      SCOPE_REASONS: "Gründe für Scopes sind unklar",
      PURPOSE: "Der Zweck ist unklar",
      LOGO: "Logo oder Name ist irreführend",
      WEBSITE: "Website oder Kontakt funktioniert nicht",
      POLICY: "Verstößt gegen die Regeln der Plattform",
      OTHER: "Sonstiges",
    },
    suspension: {
      SECURITY: "Sicherheit",
      ABUSE: "Missbrauch",
      POLICY: "Verstößt gegen die Regeln der Plattform",
      UNREACHABLE: "Entwickler nicht erreichbar",
      REQUEST: "Auf Wunsch des Inhabers",
      OTHER: "Sonstiges",
    },
  },
};
