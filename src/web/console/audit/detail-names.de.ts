import type { en } from "./detail-names.en.ts";

/** The names of the details of audit events and of their values, in German. */
export const de: typeof en = {
  names: {
    by: "durch",
    ended_sessions: "beendete Sitzungen",
    first_address: "erste Adresse",
    method: "Verfahren",
    party: "durch",
    reason: "Grund",
    reason_code: "Grund",
    reason_text: "Erläuterung",
    remembered: "gemerkte Zustimmung",
    revision: "Fassung",
    role: "Rolle",
    scope: "gesperrt für",
    second_factor: "zweiter Faktor",
    sensitivity: "Sensibilität",
    state: "Zustand",
    subject: "Tokens von",
  },
  methods: {
    claim: "Angabe des Identitätsanbieters",
    external: "externe Anmeldung",
    invitation: "Einladung",
    mail: "Link per E-Mail",
    operator: "die Plattform",
    passkey: "Passkey",
    password: "Passwort",
    recovery_code: "Wiederherstellungscode",
    sign_up: "Registrierung",
    totp: "Code der Authenticator-App",
  },
  lockouts: { account: "alle Adressen", client: "diese Adresse" },
  subjects: { app: "die App", everything: "alle Apps und Geschäfte", merchant: "das Geschäft" },
  yes: "ja",
  no: "nein",
};
