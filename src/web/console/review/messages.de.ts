import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of a reviewer's work, in German. */
export const de: typeof en = {
  conversation: "Verlauf der Nachrichten",
  earlier: (count) => plural(count, { one: "1 frühere Nachricht", other: "# frühere Nachrichten" }),
  noNote: "Ohne Nachricht eingereicht.",
  developer: "Entwickler",
  reviewer: "Prüfer",
  changes: "Änderungen seit der letzten Entscheidung",
  decided: { approve: "Freigegeben", request_changes: "Änderungen angefordert", reject: "Abgelehnt" },
  changesSinceWithdrawal: "Änderungen seit dem Zurückziehen",
  withdrawn: "Während der Prüfung zurückgezogen",
  unchanged: "Ohne Änderungen erneut eingereicht.",
  live: "Mit der Live-Fassung vergleichen",
  notRecorded:
    "Die Fassung dieser Entscheidung wurde nicht aufgezeichnet. Dies sind die Änderungen gegenüber der Live-Fassung.",
  preview: { title: "Vorschau der Zustimmungsseite", hint: "Wie Geschäfte sie sehen, wenn alle Scopes erlaubt sind" },
  checks: "Automatische Prüfungen",
  checksHint:
    "Mit einem Hindernis können Geschäfte die App nicht verbinden. Die Ergebnisse helfen nur bei Ihrer Entscheidung. Hosts werden im DNS nachgeschlagen und erhalten keine Anfragen.",
  refuseUnticked: "Scopes ohne Häkchen ablehnen",
  refuseUntickedHint: "Der Entwickler sieht es bei jedem Scope.",
  addToExplanation: "Zur Erläuterung hinzufügen",
  toDeveloper: {
    hostFound: (hosts) =>
      `Die Browser der Geschäfte können nicht zu Ihrer App zurückkehren, weil das DNS keine Adresse für ${hosts} hat. Bitte richten Sie das DNS ein, oder ändern Sie die Redirect-URI.`,
    hostPublic: (hosts) =>
      `Die Browser der Geschäfte erreichen ${hosts} nicht, weil das eine private oder besondere Adresse ist. Bitte verwenden Sie in den Redirect-URIs einen öffentlichen Host.`,
    scopeReason: (scopes) =>
      `Bitte erläutern Sie für jeden dieser Scopes, was Ihre App mit den Daten macht: ${scopes}.`,
    testInstall: () =>
      "Bitte installieren Sie die App zuerst bei einem Testgeschäft, und prüfen Sie, ob sie Token erhält.",
    platformName: (names, platformName) =>
      `Bitte wählen Sie einen Namen ohne „${platformName}“, damit Geschäfte die App nicht für eine von uns halten: ${names}.`,
    similarNames: (names) =>
      `Bitte wählen Sie einen Namen, den Geschäfte nicht mit dem Namen einer anderen App oder eines anderen Kontos verwechseln können: ${names}.`,
    installLink: () =>
      "Bitte geben Sie eine Start-URL oder eine Website an, denn ohne beides können Geschäfte die App nicht über ihren Installationslink installieren.",
  },
  blockers: (count) => plural(count, { one: "1 Hindernis", other: "# Hindernisse" }),
  notes: (count) => plural(count, { one: "1 Hinweis", other: "# Hinweise" }),
  results: { passed: "OK", attention: "Hinweis", blocks: "Hindernis", unknown: "Unbekannt" },
  hostFound: "Alle Hosts der Redirect-URIs stehen im DNS.",
  hostMissing: "Das DNS hat keine Adresse für diese Hosts der Redirect-URIs:",
  hostUnknown: "Kein Nameserver hat zu diesen Hosts der Redirect-URIs geantwortet:",
  hostPublic: "Kein Host der Redirect-URIs hat eine private Adresse.",
  hostFoundLoopback:
    "Alle Hosts der Redirect-URIs stehen im DNS, außer Loopback-Adressen, die nicht nachgeschlagen werden.",
  hostPublicLoopback:
    "Kein Host der Redirect-URIs hat eine private Adresse, außer Loopback-Adressen wie http://127.0.0.1. Diese führen zum Gerät des Nutzers selbst, wie bei nativen Apps.",
  hostSpecial: "Diese Hosts der Redirect-URIs haben private oder besondere Adressen:",
  names: "Keine andere App und kein anderes Konto hat einen ähnlichen Namen.",
  similarTo: "ähnlich wie",
  thisApp: "diese App",
  itsDeveloper: "ihr Entwickler",
  sameNames: "Die Namen sind gleich.",
  sameLetters: "Die Namen unterscheiden sich nur in Großschreibung, Leerzeichen oder Satz- und Sonderzeichen.",
  looksLike: (one, other) => `${one} sieht aus wie ${other}`,
  character: (text, script, codePoints) => {
    const notes = [script, codePoints].filter(Boolean).join(", ");
    return notes === "" ? text : `${text} (${notes})`;
  },
  scripts: {
    Latin: "lateinisch",
    Cyrillic: "kyrillisch",
    Greek: "griechisch",
    Armenian: "armenisch",
    Cherokee: "Cherokee",
    Coptic: "koptisch",
    Hebrew: "hebräisch",
    Arabic: "arabisch",
    Lisu: "Lisu",
  },
  platformName: "Die Namen enthalten nicht den Namen der Plattform.",
  likePlatform: "Diese Namen enthalten den Namen der Plattform:",
  scopeReasons: "Jeder Scope hat eine eigene Begründung.",
  scopesWithoutReason: "Die Begründung fehlt, ist sehr kurz oder für mehrere Scopes gleich:",
  testInstalls: (count) =>
    plural(count, {
      one: "Der Entwickler hat sie bei 1 Testgeschäft installiert.",
      other: "Der Entwickler hat sie bei # Testgeschäften installiert.",
    }),
  noTestInstalls: "Der Entwickler hat sie nie bei einem Testgeschäft installiert.",
  installLink: "Ihr Installationslink führt Geschäfte zur App.",
  installLinkNowhere:
    "Geschäfte können sie nicht über ihren Installationslink installieren: Sie hat weder eine Start-URL noch eine Website.",
  mine: "Sie haben diese Prüfung übernommen.",
  claimedNow: "Gerade übernommen",
  claimedFor: "Übernommen seit",
  ends: "endet",
  other: "hat diese Prüfung übernommen.",
  otherSince: [
    " hat diese Prüfung übernommen (",
    "). Wählen Sie eine andere App, oder übernehmen Sie die Prüfung selbst.",
  ],
  otherHint: "Sie können entscheiden, sobald die Übernahme endet oder Sie die Prüfung selbst übernehmen.",
  takeOverEffect: (name) =>
    `${name} verliert dann die Übernahme und kann nicht entscheiden. Ein nicht gesendeter Text wird nicht gespeichert.`,
  takeOver: "Selbst übernehmen",
  free: "Kein Betreiber hat diese Prüfung übernommen.",
  started: [" hat die Prüfung ", " begonnen und nicht entschieden."],
  claimHint: "Übernehmen Sie sie vor der Entscheidung. Zwei Stunden lang kann dann nur noch Ihr Konto entscheiden.",
  withoutClaim: "Ohne Übernahme entscheiden",
  claim: "Übernehmen",
  release: "Prüfung abgeben",
  next: "Als Nächstes in der Warteschlange",
  openNext: "Nächste App öffnen",
  queueEmpty: "Keine weitere App wartet auf Ihre Prüfung.",
  retiredScopes: "Die App fordert zurückgezogene Scopes an, die neue Apps nicht anfordern können:",
  unsent: "Ihr Text",
  unsentHint:
    "Ihr Text wurde nicht an den Entwickler gesendet und ist nicht gespeichert. Kopieren Sie ihn, wenn Sie ihn noch brauchen.",
  waits: "Wartezeit",
  template: (language) => `Vorlage (${language})`,
  chooseTemplate: "Vorlage wählen",
  insert: "Einfügen",
  templates: "Entscheidungsvorlagen",
};
