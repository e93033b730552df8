import type { SecondFactorChange } from "../model/mail.ts";
import { deviceText, type MailTexts, networkText, timeText } from "./mail-text.ts";
import { reasonFacts } from "./review-reasons.ts";

const SECOND_FACTOR: Record<SecondFactorChange, (platform: string) => readonly [subject: string, effect: string]> = {
  passkey_added: (platform) => [
    `Neuer Passkey für Ihr Konto bei ${platform}`,
    `Mit einem neuen Passkey kann man sich jetzt bei Ihrem Konto bei ${platform} anmelden.`,
  ],
  passkey_removed: (platform) => [
    `Passkey Ihres Kontos bei ${platform} entfernt`,
    `Dieser Passkey gilt nicht mehr für Ihr Konto bei ${platform}.`,
  ],
  authenticator_added: (platform) => [
    `Neue Authentifizierungs-App für Ihr Konto bei ${platform}`,
    `Die Codes einer neuen Authentifizierungs-App bestätigen jetzt Anmeldungen bei Ihrem Konto bei ${platform}.`,
  ],
  authenticator_removed: (platform) => [
    `Authentifizierungs-App Ihres Kontos bei ${platform} entfernt`,
    `Ihr Konto bei ${platform} nimmt keine Codes der Authentifizierungs-App mehr an.`,
  ],
  authenticator_replaced: (platform) => [
    `Die Authentifizierungs-App Ihres Kontos bei ${platform} ist umgezogen`,
    `Ihr Konto bei ${platform} verwendet jetzt eine Authentifizierungs-App auf einem anderen Handy. Codes der bisherigen App gelten nicht mehr. Ihre Wiederherstellungscodes bleiben gültig.`,
  ],
  recovery_codes_replaced: (platform) => [
    `Neue Wiederherstellungscodes für Ihr Konto bei ${platform}`,
    `Ihr Konto bei ${platform} hat neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.`,
  ],
  reset: (platform) => [
    `Bestätigung in zwei Schritten für Ihr Konto bei ${platform} zurückgesetzt`,
    `${platform} hat die Passkeys, die Authentifizierungs-App und die Wiederherstellungscodes Ihres Kontos entfernt und es auf allen Geräten abgemeldet. Zur Anmeldung genügt jetzt das Passwort.`,
  ],
};

/** Texts of the mails, in German. */
export const de: MailTexts = {
  invitation: ({ url, merchantName, days }, platform) => ({
    subject: merchantName === null ? `Ihre Einladung zu ${platform}` : `Ihre Einladung zu ${merchantName}`,
    paragraphs: [
      merchantName === null
        ? `Sie sind eingeladen, ein Konto bei ${platform} anzulegen.`
        : `Sie sind eingeladen, bei ${platform} ein Mitglied von ${merchantName} zu werden.`,
    ],
    action: { label: "Einladung annehmen", url },
    after: [
      `Der Link gilt nur einmal und läuft nach ${days} Tagen ab.`,
      "Wenn Sie diese Einladung nicht erwarten, ignorieren Sie diese E-Mail. Ohne den Link geschieht nichts.",
    ],
  }),
  verify_email: ({ url, hours }, platform) => ({
    subject: `E-Mail-Adresse für ${platform} bestätigen`,
    paragraphs: [`Bestätigen Sie, dass diese E-Mail-Adresse zu Ihrem Konto bei ${platform} gehört.`],
    action: { label: "E-Mail-Adresse bestätigen", url },
    after: [
      `Der Link gilt nur einmal und läuft nach ${hours} Stunden ab.`,
      "Wenn Sie kein solches Konto haben, ignorieren Sie diese E-Mail.",
    ],
  }),
  change_email: ({ url, hours }, platform) => ({
    subject: `Neue E-Mail-Adresse für ${platform} bestätigen`,
    paragraphs: [
      `Ein Konto bei ${platform} soll diese E-Mail-Adresse für die Anmeldung verwenden. Die Adresse ändert sich, sobald Sie sie bestätigen.`,
    ],
    action: { label: "E-Mail-Adresse bestätigen", url },
    after: [
      `Der Link gilt nur einmal und läuft nach ${hours} Stunden ab.`,
      "Wenn Sie das nicht veranlasst haben, ignorieren Sie diese E-Mail.",
    ],
  }),
  email_changed: ({ newEmail }, platform, support) => ({
    subject: `Die E-Mail-Adresse Ihres Kontos bei ${platform} wurde geändert`,
    paragraphs: [
      `Ihr Konto bei ${platform} verwendet jetzt eine andere E-Mail-Adresse für die Anmeldung. Diese Adresse wird nicht mehr verwendet.`,
      `Wenn Sie das nicht veranlasst haben, wenden Sie sich sofort an ${platform}.`,
    ],
    facts: [["Neue Adresse", newEmail], ...(support === null ? [] : [["Hilfe", support] as const])],
  }),
  password_reset: ({ url, minutes }, platform) => ({
    subject: `Ihr Passwort für ${platform} zurücksetzen`,
    paragraphs: [
      "Mit diesem Link legen Sie ein neues Passwort fest. Danach ist Ihr Konto auf allen Geräten abgemeldet.",
    ],
    action: { label: "Neues Passwort festlegen", url },
    after: [
      `Der Link gilt nur einmal und läuft nach ${minutes} Minuten ab.`,
      "Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.",
    ],
  }),
  password_changed: ({ url }, platform) => ({
    subject: `Ihr Passwort für ${platform} wurde geändert`,
    paragraphs: [
      `Das Passwort Ihres Kontos bei ${platform} wurde geändert, und Ihr Konto wurde auf allen anderen Geräten abgemeldet.`,
      "Wenn Sie das nicht veranlasst haben, setzen Sie Ihr Passwort jetzt zurück.",
    ],
    action: { label: "Passwort zurücksetzen", url },
  }),
  second_factor_changed: ({ change, passkey, url }, platform, support) => {
    const [subject, effect] = SECOND_FACTOR[change](platform);
    return {
      subject,
      paragraphs: [effect, `Waren Sie das nicht, ändern Sie jetzt Ihr Passwort, und wenden Sie sich an ${platform}.`],
      facts: [
        ...(passkey === null ? [] : [["Passkey", passkey] as const]),
        ...(support === null ? [] : [["Hilfe", support] as const]),
      ],
      action: { label: "Sicherheit prüfen", url },
    };
  },
  account_closed: (_content, platform, support) => ({
    subject: `Ihr ${platform}-Konto ist geschlossen`,
    paragraphs: [
      `Ihr ${platform}-Konto wurde geschlossen. Die Anmeldung, die E-Mail-Adresse und alle Mitgliedschaften sind gelöscht. Das lässt sich nicht rückgängig machen.`,
      `Apps, die Sie mit einem Shop verbunden haben, behalten ihren Zugriff. Wenn Sie das Konto nicht geschlossen haben, wenden Sie sich sofort an ${platform}.`,
    ],
    facts: support === null ? [] : [["Hilfe", support]],
  }),
  member_removed: ({ merchantName }, platform) => ({
    subject: `Sie wurden aus ${merchantName} entfernt`,
    paragraphs: [
      `Sie sind bei ${platform} kein Mitglied von ${merchantName} mehr und sehen die Apps und Mitglieder nicht mehr.`,
      `Apps, die Sie mit ${merchantName} verbunden haben, behalten ihren Zugriff. Möchten Sie zurückkehren, bitten Sie einen Inhaber des Shops um eine Einladung.`,
    ],
  }),
  new_sign_in: ({ address, device, at, url }, platform) => ({
    subject: `Neue Anmeldung an Ihrem Konto bei ${platform}`,
    paragraphs: [
      "An Ihrem Konto gab es eine Anmeldung mit einem neuen Gerät oder aus einem neuen Netz.",
      "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie jetzt Ihr Passwort.",
    ],
    facts: [
      ...(device === "" ? [] : [["Gerät", deviceText(device, "auf")] as const]),
      ...(address === "" ? [] : [["IP-Adresse", networkText(address)] as const]),
      ["Zeit", timeText("de", at)],
    ],
    action: { label: "Sicherheit prüfen", url },
  }),
  app_approved: ({ appName, url, reason, refusedScopes = [] }) => ({
    subject: `${appName} ist freigegeben`,
    paragraphs: [
      `${appName} hat die Prüfung bestanden. Geschäfte können diese Fassung installieren.`,
      ...(refusedScopes.length === 0
        ? []
        : ["Diese eingeschränkten Scopes sind nicht erlaubt. Anfragen danach werden abgelehnt."]),
    ],
    facts: refusedScopes.map((name) => ["Nicht erlaubt", name] as const),
    quote: reason,
    action: { label: "App öffnen", url },
  }),
  app_changes_requested: ({ appName, url, reason, reasonCode }) => ({
    subject: `${appName}: Änderungen angefordert`,
    paragraphs: [
      `Für ${appName} wurden Änderungen angefordert. Nehmen Sie sie vor, und reichen Sie die App erneut ein.`,
    ],
    facts: reasonFacts("de", reasonCode),
    quote: reason,
    action: { label: "App öffnen", url },
  }),
  app_rejected: ({ appName, url, reason, reasonCode }) => ({
    subject: `${appName} ist abgelehnt`,
    paragraphs: [`${appName} hat die Prüfung nicht bestanden.`],
    facts: reasonFacts("de", reasonCode),
    quote: reason,
    action: { label: "App öffnen", url },
  }),
  app_suspended: ({ appName, url, reason }, _platform, support) => ({
    subject: `${appName} ist gesperrt`,
    paragraphs: [
      `${appName} ist gesperrt. Die Tokens der App funktionieren nicht, bis die Sperre aufgehoben wird, und kein Geschäft kann die App verbinden. Nichts ist gelöscht.`,
    ],
    quote: reason,
    facts: support === null ? [] : [["Hilfe", support]],
    action: { label: "App öffnen", url },
  }),
  app_resumed: ({ appName, url }) => ({
    subject: `${appName} ist nicht mehr gesperrt`,
    paragraphs: [
      `${appName} ist wieder aktiv. Die Tokens der App funktionieren wie zuvor, und Geschäfte können sie verbinden.`,
    ],
    action: { label: "App öffnen", url },
  }),
  reuse_detected: ({ appName, url }) => ({
    subject: `${appName}: Ein Refresh-Token wurde zweimal verwendet`,
    paragraphs: [
      `${appName} hat ein Refresh-Token verwendet, das bereits eingetauscht war. Die Tokens dieser Installation sind widerrufen, denn eine Kopie könnte in fremden Händen sein.`,
      "Das Geschäft muss die App erneut verbinden. Prüfen Sie, ob Ihre App jedes neue Refresh-Token speichert, bevor sie es verwendet, und ob ihre Tokens geschützt sind.",
      "Sie erhalten diese E-Mail höchstens einmal am Tag je App.",
    ],
    action: { label: "App öffnen", url },
  }),
  secret_expiring: ({ appName, url }) => ({
    subject: `${appName}: Ein Client-Secret läuft bald ab`,
    paragraphs: [
      `Ein Client-Secret von ${appName} läuft innerhalb von 14 Tagen ab. Stellen Sie sicher, dass die App bis dahin ein anderes verwendet.`,
    ],
    action: { label: "Secrets verwalten", url },
  }),
  webhook_disabled: ({ appName, url }) => ({
    subject: `${appName}: Ein Webhook-Endpunkt ist deaktiviert`,
    paragraphs: [
      `Ein Webhook-Endpunkt von ${appName} ist deaktiviert, weil er mit 410 geantwortet hat oder weil alle Zustellungen der letzten Tage fehlgeschlagen sind.`,
      "Reparieren Sie den Endpunkt, aktivieren Sie ihn wieder und senden Sie die verpassten Ereignisse erneut.",
    ],
    action: { label: "App öffnen", url },
  }),
};
