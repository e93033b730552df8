import type { en } from "./messages.en.ts";

/** Texts of the consent page, in German. */
export const de: typeof en = {
  title: (app) => `${app} verbinden?`,
  headingFor: (app, merchant) => `${app} bittet um Zugriff auf ${merchant}`,
  heading: (app) => `${app} bittet um Zugriff`,
  scopesLead: (app) => `${app} könnte dann`,
  scopesLeadMore: (app) => `${app} ist schon verbunden und bittet um mehr. Die App könnte dann`,
  scopesLeadAgain: (app) => `${app} ist schon verbunden und bittet noch einmal. Die App kann`,
  whatHappens: "Was dann geschieht",
  onApprove: (app) =>
    `Erlauben: ${app} erhält Zugriff auf die Punkte oben und auf nichts sonst. Ihr Passwort sieht die App nie.`,
  onDeny: "Nicht erlauben: Es wird nichts geteilt, und die App wird benachrichtigt.",
  redirectTo: (origin) => `In beiden Fällen werden Sie zu ${origin} weitergeleitet.`,
  redirectToApp: "In beiden Fällen öffnet Ihr Gerät danach die App.",
  revokeHint: "Sie können den Zugriff jederzeit sofort beenden, unter",
  approve: "Erlauben",
  deny: "Nicht erlauben",
  signedInAs: (who) => `Sie sind angemeldet als ${who}.`,
  notYou: "Sind Sie das nicht? Melden Sie sich ab und beginnen Sie in der App von vorn.",
  changed: {
    heading:
      "Während diese Seite offen war, hat sich etwas geändert. Erlaubt ist noch nichts: Bitte prüfen und entscheiden Sie noch einmal.",
    required: (scope) => `„${scope}“ ist jetzt erforderlich. Vorher war es freiwillig.`,
    optional: (scope) => `„${scope}“ ist jetzt freiwillig. Vorher war es erforderlich.`,
    merchant: (before, now) => `Es geht jetzt um ${now}. Vorher ging es um ${before}.`,
    choice: (before) => `Vorher ging es um ${before}. Wählen Sie jetzt das Geschäft.`,
    only: (now) => `Es geht jetzt nur noch um ${now}.`,
    other: "Die App, eine Berechtigung oder die Geschäfte, die Sie verbinden dürfen, haben sich geändert.",
  },
  forbidden: {
    title: "Sie können keine Apps verbinden",
    member:
      "Nur Inhaber und Manager eines Geschäfts können Apps verbinden, und nur solange es nicht gesperrt ist. Bitten Sie jemanden von ihnen, den Link der App zu öffnen.",
    noMerchant:
      "Ihr Konto gehört zu keinem Geschäft, mit dem sich diese App verbinden lässt. Stimmt das nicht, bitten Sie die Plattform, Sie zu dem Geschäft hinzuzufügen.",
    back: (app) => `Zurück zu ${app}, ohne zu verbinden`,
  },
};
