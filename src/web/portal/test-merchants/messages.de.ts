import type { en } from "./messages.en.ts";

/** Texts of the test merchants, in German. */
export const de: typeof en = {
  title: "Testgeschäfte",
  lead: "Eine App, die noch nicht freigegeben ist, läuft auf Ihren eigenen Testgeschäften, mit denselben Schritten wie später auf echten, es sei denn, sie wurde abgelehnt. Eingeschränkte Scopes gibt es dort nicht. Rufen Sie mit deren Token die Sandbox-API der Plattform auf; die Produktions-API lehnt sie ab.",
  columns: { merchant: "Geschäft", created: "Angelegt", install: "App installieren" },
  none: "Sie haben noch kein Testgeschäft. Legen Sie unten eines an.",
  noApps: "Legen Sie erst eine App an.",
  search: "Name beginnt mit",
  create: "Testgeschäft anlegen",
  name: "Name",
  nameHint: "Nur Sie sehen ihn. 1 bis 200 Zeichen.",
  nameInvalid: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein.",
  submit: "Anlegen",
  choose: (merchant) => `App für ${merchant}`,
  install: "Installieren",
  startsInApp: (app) => `${app} beginnt Installationen selbst`,
  startsInAppText: (app) =>
    `${app} hat keine Start-URL, eine Installation beginnt also in der App. Schicken Sie den Browser so zum Authorization-Endpoint:`,
  startsInAppUrl: "Authorization-URL",
  startsInAppHint:
    "Ersetzen Sie STATE durch einen neuen zufälligen Wert und speichern Sie ihn in der Sitzung des Browsers.",
};
