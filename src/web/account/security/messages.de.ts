import type { en } from "./messages.en.ts";

/** Texts of the security page, in German. */
export const de: typeof en = {
  navigation: "Ihr Konto",
  account: "Profil",
  title: "Sicherheit",
  sessions: "Wo Sie angemeldet sind",
  sessionsHint:
    "Melden Sie ein Gerät ab, das Sie nicht mehr nutzen oder nicht kennen, und ändern Sie dann Ihr Passwort.",
  browserOn: (browser, system) => `${browser} auf ${system}`,
  unknownDevice: "Unbekanntes Gerät",
  thisDevice: "Dieses Gerät",
  network: "Netzwerk",
  lastUsed: "Zuletzt genutzt",
  signedIn: "Angemeldet",
  end: "Abmelden",
  endLabel: (device) => `${device} abmelden`,
  endOthers: "Alle anderen Geräte abmelden",
  ended: "Das Gerät ist abgemeldet.",
  endedOthers: "Alle anderen Geräte sind abgemeldet.",
};
