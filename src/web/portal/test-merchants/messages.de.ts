import type { en } from "./messages.en.ts";

/** Texts of the test merchants, in German. */
export const de: typeof en = {
  title: "Testgeschäfte",
  lead: "Auf Ihren Testgeschäften funktioniert eine App schon vor der Freigabe, mit denselben Schritten wie bei echten Geschäften, außer sie wurde abgelehnt. Eingeschränkte Scopes werden dort nicht gewährt. Verwenden Sie deren Tokens mit der Sandbox-API der Plattform; die Produktions-API lehnt sie ab.",
  columns: { merchant: "Geschäft", created: "Angelegt", install: "App installieren" },
  none: "Sie haben noch kein Testgeschäft. Legen Sie unten eines an.",
  noApps: "Legen Sie zuerst eine App an.",
  search: "Name beginnt mit",
  create: "Testgeschäft anlegen",
  name: "Name",
  nameHint: "Nur Sie sehen ihn. 1 bis 200 Zeichen.",
  nameInvalid: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein.",
  submit: "Anlegen",
  choose: (merchant) => `App zum Installieren auf ${merchant}`,
  install: "Installieren",
  startsInApp: (app) => `${app} beginnt Installationen selbst`,
  startsInAppText: (app) =>
    `${app} hat keine Start-URL, eine Installation beginnt also in der App. Leiten Sie den Browser zu dieser Authorization-URL weiter:`,
  startsInAppUrl: "Authorization-URL",
  startsInAppHint:
    "Ersetzen Sie STATE durch einen neuen zufälligen Wert und speichern Sie ihn in der Sitzung des Browsers.",
};
