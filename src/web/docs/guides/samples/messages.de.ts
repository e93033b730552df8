import type { en } from "./messages.en.ts";

/** Texts around and in the programs of the guides, in German. */
export const de: typeof en = {
  saveAs: (file) => `Speichern Sie es als \`${file}\` und starten Sie es:`,
  terminal: "Terminal",
  installs: ["Sprache", "Paket installieren"],
  programs: {
    connect: (language) => `Webserver in ${language}`,
    refresh: (language) => `Refresh in ${language}`,
    receive: (language) => `Empfänger in ${language}`,
  },
  examples: {
    authorizationUrl: "Autorisierungs-URL",
    returnUrl: "Rückkehr zur Redirect-URI",
    tokens: "Antwort",
    grantedScopes: "Token-Antwort",
    narrowRefresh: "Refresh mit weniger Scopes",
    verification: "Prüfung mit openssl",
  },
  connect: {
    start: "Der Beginn: ein Button Ihrer App oder ihre Start-URL.",
    back: "Die Rückkehr: die Redirect-URI.",
    noLogs: "Die Query enthält den Code und gehört nicht ins Log.",
    slashes: "http.server fasst Schrägstriche am Anfang eines Pfads zusammen.",
    store: "In Ihrer App: verschlüsselt in der Datenbank, unter merchant_id.",
    wrong: "state oder iss ist falsch.",
    declined: "Die App wurde nicht verbunden.",
    connected: "Die App ist verbunden.",
  },
  refresh: {
    store: "In Ihrer App: eine Zeile der Datenbank, bis zum Speichern der neuen Tokens gesperrt.",
    first: "Erst speichern, dann verwenden. Das Umbenennen ersetzt die Datei in einem Schritt.",
    retry: "Nur bei diesen Statuscodes und verlorenen Antworten lohnt sich eine Wiederholung.",
    again: "Zugriff beendet. Das Geschäft muss die App erneut verbinden.",
    failed: "Keine Antwort. Später mit demselben Refresh-Token wiederholen.",
    done: "Die Tokens sind erneuert.",
  },
  verify: {
    request: "Die Header der Anfrage; ihr genauer Body steht in body.json.",
    visible: "Nur zum Ausprobieren: Andere Benutzer sehen den Schlüssel in der Prozessliste.",
    valid: "Die Signatur ist gültig.",
    invalid: "Die Signatur ist ungültig.",
  },
};
