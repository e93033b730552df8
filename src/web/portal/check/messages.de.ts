import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the check of authorization URLs, in German. */
export const de: typeof en = {
  title: "Link prüfen",
  lead: "Fügen Sie eine Autorisierungs-URL Ihrer App ein. Die Prüfung findet alle Fehler, auf die ein Geschäft stoßen würde.",
  url: "Autorisierungs-URL",
  urlHint: (endpoint) => `Beginnt mit ${endpoint}`,
  submit: "URL prüfen",
  missing: "Fügen Sie eine Autorisierungs-URL ein.",
  valid: "Die URL ist gültig",
  errors: (count) => plural(count, { one: "1 Fehler", other: "# Fehler" }),
  invalidText: "Der Autorisierungsendpunkt lehnt diese Anfrage ab. Beheben Sie Folgendes und prüfen Sie noch einmal.",
  corrected: "Korrigierte URL",
  correctedLeft: (count) =>
    plural(count, {
      one: "1 Fehler bleibt, den nur Sie beheben können.",
      other: "# Fehler bleiben, die nur Sie beheben können.",
    }),
  correctedState: (placeholder) => `Ersetzen Sie ${placeholder} bei jeder Anfrage durch einen neuen zufälligen Wert.`,
  advice: "Empfehlungen",
  app: "App:",
  testOnly: "funktioniert nur mit Ihren Testgeschäften",
  registered: "Registriert:",
  marked: "Der erste Unterschied ist markiert.",
  didYouMean: (names) => `Meinten Sie ${names}?`,
  installLink: "Das ist ein Installationslink, keine Autorisierungs-URL",
  installText:
    "Diese Seite prüft die Autorisierungs-URL, zu der Ihre App den Browser nach dem Installationslink leitet.",
  installWorks: "Der Link funktioniert für alle Geschäfte.",
  installUnknown: "Keine Ihrer Apps hat die client_id dieses Links.",
  sent: (value) => `Sie haben „${value}“ gesendet.`,
  onPage: "Das Geschäft sieht eine Fehlerseite, Ihre App erhält nichts.",
  response: "Ihre App würde erhalten",
  parameters: "Erkannte Parameter",
  name: "Parameter",
  value: "Wert",
  unusable: (platform) => ({
    suspended: `${platform} hat diese App gesperrt. Sie lässt sich nicht verbinden, bis ${platform} sie entsperrt.`,
    rejected: `${platform} hat diese App abgelehnt. Sie lässt sich nicht verbinden, bis Sie sie erneut einreichen.`,
    archived: "Diese App ist archiviert. Sie lässt sich nie wieder verbinden.",
  }),
  noTestMerchant:
    "Diese App ist nicht freigegeben. Deshalb funktioniert sie nur mit Ihren Testgeschäften, und Sie haben keines.",
  createTestMerchant: "Testgeschäft anlegen",
  differences: {
    scheme: ({ sent, right }) => `Verwenden Sie ${right} statt ${sent}.`,
    port: ({ sent, right }) => (right === "" ? `Lassen Sie den Port ${sent} weg.` : `Verwenden Sie den Port ${right}.`),
    case: "Nur Groß- und Kleinschreibung unterscheiden sich.",
  },
  scopeRefused: (refused) => `${refused}. Geschäfte können ihn nicht gewähren:`,
  codes: {
    url_malformed: "Das ist keine URL. Fügen Sie die ganze Adresse mit https:// ein.",
    url_too_long: "Die URL ist zu lang. Lassen Sie Parameter weg, die nicht nötig sind.",
    url_origin: "Der Origin gehört zu einem anderen Server. Verwenden Sie die Adresse des Autorisierungsendpunkts.",
    url_path: "Der Pfad ist nicht der Autorisierungsendpunkt.",
    url_escaped: "Die URL enthält &amp; statt &, wie in HTML.",
    url_fragment: "Entfernen Sie das Fragment (#): Es erreicht den Server nie.",
    client_missing: "Fehlt.",
    client_duplicated: "Mehrfach gesendet.",
    client_malformed: "Eine client_id beginnt mit app_. Kopieren Sie sie von der Seite der App.",
    client_unknown: "Keine Ihrer Apps hat diese client_id.",
    redirect_uri_missing: "Fehlt.",
    redirect_uri_duplicated: "Mehrfach gesendet.",
    redirect_uri_unregistered: "Nicht für die App registriert. URIs werden Zeichen für Zeichen verglichen.",
    parameter_duplicated: "Mehrfach gesendet.",
    parameter_malformed:
      "Kodieren Sie den Wert mit Prozentkodierung: Er hat ein einzelnes % oder ein Zeichen, das in URLs nicht erlaubt ist.",
    state_missing:
      "Fehlt. Senden Sie bei jeder Anfrage einen neuen Wert, und vergleichen Sie ihn, wenn der Browser zurückkehrt.",
    state_malformed: "Verwenden Sie höchstens 2.048 Byte, ohne Steuerzeichen.",
    request_object: "Wird nicht unterstützt. Senden Sie die Parameter selbst.",
    request_uri: "Wird nicht unterstützt. Senden Sie die Parameter selbst.",
    response_type_unsupported: "Senden Sie „code“, oder lassen Sie den Parameter weg.",
    challenge_missing: "Fehlt. Diese App muss PKCE benutzen.",
    challenge_malformed: "Muss aus 43 Zeichen base64url ohne Padding bestehen.",
    challenge_method: "code_challenge_method muss S256 sein.",
    challenge_method_alone: "Ohne code_challenge gesendet.",
    scope_missing: "Fehlt. Senden Sie die Scopes, durch einzelne Leerzeichen getrennt.",
    scope_malformed: "Muss aus Scope-Namen bestehen, durch einzelne Leerzeichen getrennt.",
    scope_unregistered: "Nicht für die App registriert:",
    prompt_malformed: "Erlaubt sind login, consent und select_account.",
    merchant_hint_malformed:
      "Die Kennung eines Geschäfts hat 1 bis 64 Buchstaben, Ziffern, Punkte, Unterstriche oder Bindestriche.",
    pkce_missing: "Fehlt. Senden Sie eine code_challenge (PKCE): Ein gestohlener Autorisierungscode ist dann nutzlos.",
    state_short: "Zu kurz: Er könnte erraten werden. Verwenden Sie mindestens 16 zufällige Zeichen.",
    parameter_unknown: "Dieser Parameter wird ignoriert.",
    scope_required_missing: "Als erforderlich registriert, aber nicht angefordert:",
    redirect_host_missing:
      "Die Browser der Geschäfte können nicht zu Ihrer App zurückkehren, weil das DNS keine Adresse für diesen Host hat. Richten Sie das DNS ein, oder ändern Sie die Redirect-URI.",
    redirect_host_special:
      "Die Browser der Geschäfte erreichen diesen Host nicht, weil er eine private oder besondere Adresse hat. Verwenden Sie einen öffentlichen Host.",
  },
};
