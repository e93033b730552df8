import type { en } from "./messages.en.ts";

/** Texts of the page of the platform's brand, in German. */
export const de: typeof en = {
  title: "Marke",
  lead: "Name, Logo, Farbe und Support-Kontakt der Plattform auf allen Seiten. Geschäfte und Entwickler sehen sie nach höchstens zehn Sekunden.",
  name: "Name der Plattform",
  nameHint: "1 bis 60 Zeichen.",
  accent: "Akzentfarbe",
  accentHint: "Die Farbe von Schaltflächen und Links. Weiße Schrift darauf braucht einen Kontrast von 4,5:1.",
  accentHex: "Hex-Wert der Farbe (optional)",
  accentHexHint: (now) => `Ersetzt die Farbe darüber, die ${now} ist.`,
  logo: "Logo",
  logoHint: "PNG, JPEG oder WebP, bis zu 256 KiB. Es erscheint 28 px hoch.",
  logoRemove: "Logo entfernen",
  logoNow: "Aktuelles Logo",
  logoChosen: "Ausgewähltes Logo",
  support: "Support-Kontakt (optional)",
  supportFixed: "Support-Kontakt",
  supportHint:
    "Eine E-Mail-Adresse oder eine Seite, die mit https:// beginnt. Seiten und E-Mails verweisen darauf, wo Menschen Ihre Hilfe brauchen.",
  save: "Marke speichern",
  saved: "Marke gespeichert. Alle Seiten zeigen sie nach höchstens zehn Sekunden.",
  fixed: (setting) => `Durch ${setting} in der Konfiguration des Dienstes festgelegt.`,
  contrast: "Kontrast",
  onAccent: "Weiße Schrift auf Schaltflächen",
  lightLinks: "Links im hellen Modus",
  darkLinks: "Links im dunklen Modus",
  ratio: (value) => `${value}:1`,
  contrastHint: "Mindestens 4,5:1 ist nötig (WCAG 2.2, AA).",
  errors: {
    name: "Geben Sie einen Namen mit 1 bis 60 Zeichen ohne Leerzeichen am Rand ein.",
    accent: (ratio) =>
      `Wählen Sie eine dunklere Farbe: Weiße Schrift darauf hat einen Kontrast von ${ratio}:1 statt 4,5:1.`,
    accentFormat: "Geben Sie eine Farbe als #rrggbb ein, etwa #0f766e.",
    support:
      "Geben Sie eine E-Mail-Adresse oder einen Link ein, der mit https:// beginnt und keinen Benutzernamen enthält, mit höchstens 254 Zeichen.",
    logo: "Wählen Sie ein Bild in PNG, JPEG oder WebP mit höchstens 256 KiB und 4096 × 4096 Pixeln.",
  },
};
