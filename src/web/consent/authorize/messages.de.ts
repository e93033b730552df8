import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the consent page, in German. */
export const de: typeof en = {
  headingFor: (app, shop) => `${app} mit ${shop} verbinden`,
  headingAgain: (app, shop) => `Zugriff von ${app} auf ${shop} prüfen`,
  headingMore: (app, shop) => `${app} bittet um mehr Zugriff auf ${shop}`,
  heading: (app) => `${app} mit Ihrem Shop verbinden`,
  headingSeveral: (app) => `${app} mit einem Ihrer Shops verbinden`,
  scopesLead: (app) => `${app} möchte`,
  scopesLeadLong: "Die App möchte",
  asksMore: (app) => `${app} ist bereits verbunden.`,
  scopesLeadMore: "Die App möchte außerdem",
  asksAgain: (app) => `${app} ist verbunden und bittet um nichts Neues.`,
  redirectTo: (origin) => `So oder so geht es zurück zu ${origin}.`,
  redirectToApp: "So oder so öffnet Ihr Gerät danach die App.",
  refuses: "Wenn Sie das nicht erlauben, wird nichts weitergegeben.",
  revokeHint: "Deinstallation jederzeit unter",
  approve: "Erlauben",
  deny: "Nicht erlauben",
  keepsTicked: "„Erlauben“ behält nur Berechtigungen mit Häkchen, „Nicht erlauben“ ändert nichts.",
  grantsTicked: "„Erlauben“ gibt der App genau die Berechtigungen mit Häkchen, „Nicht erlauben“ ändert nichts.",
  signedInAs: "Angemeldet als",
  restored: "Ihre Auswahl ist wieder da. Noch ist nichts erlaubt.",
  changed: {
    heading:
      "Während diese Seite offen war, hat sich etwas geändert. Noch ist nichts erlaubt. Prüfen Sie die Änderungen und entscheiden Sie noch einmal.",
    required: (scope) => `„${scope}“ ist jetzt erforderlich. Vorher war es optional.`,
    optional: (scope) => `„${scope}“ ist jetzt optional. Vorher war es erforderlich.`,
    merchant: (before, now) => `Die Anfrage gilt jetzt für ${now}. Vorher galt sie für ${before}.`,
    choice: (before) => `Die Anfrage galt für ${before}. Wählen Sie jetzt den Shop.`,
    only: (now) => `Die Anfrage gilt jetzt nur für ${now}.`,
    other: "Die App, eine Berechtigung oder die Shops, die Sie verbinden dürfen, haben sich geändert.",
  },
  forbidden: {
    title: (app) => `Sie können ${app} nicht verbinden`,
    member: "Nur Inhaber und Manager können Apps verbinden.",
    connected: "Die App ist verbunden. Nur Inhaber und Manager können ändern, worauf sie zugreifen darf.",
    ask: (people) => `Fragen Sie ${people}.`,
    suspended: (platform) =>
      `${platform} hat diesen Shop gesperrt, deshalb lässt sich keine App mit ihm verbinden. Fragen Sie ${platform} nach dem Grund.`,
    more: (count) =>
      plural(count, { one: "Das gilt auch für 1 weiteren Shop.", other: "Das gilt auch für # weitere Shops." }),
    noShop: "Ihr Konto gehört zu keinem Shop, mit dem sich diese App verbinden lässt.",
    invitation: (platform) => `Bitten Sie einen Inhaber Ihres Shops oder ${platform} um eine Einladung.`,
    yourRole: (role) => `Ihre Rolle: ${role}`,
    noTestShop: "Ihr Konto hat keinen davon.",
    back: (app) => `Zurück zu ${app}, ohne zu verbinden`,
  },
};
