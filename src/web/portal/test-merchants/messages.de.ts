import type { en } from "./messages.en.ts";

/** Texts of the test merchants, in German. */
export const de: typeof en = {
  title: "Testgeschäfte",
  lead: "Probieren Sie eine App vor der Freigabe mit einem Testgeschäft aus, mit denselben Schritten wie bei einem echten Geschäft.",
  limits: (platform) =>
    `Testgeschäfte können keine eingeschränkten Scopes gewähren, die ${platform} nicht erlaubt hat. Die Tokens funktionieren nur mit der Sandbox-API von ${platform}.`,
  createdAt: "Angelegt",
  connected: "Verbundene Apps ansehen",
  connectedOf: (merchant) => `Verbundene Apps ansehen: ${merchant}`,
  none: "Sie haben noch kein Testgeschäft",
  noneHint: "Legen Sie hier eines an, wählen Sie dann eine App und installieren Sie sie.",
  created: "Testgeschäft angelegt. Wählen Sie unten eine App und installieren Sie sie.",
  noApps: "Legen Sie zuerst eine App an.",
  search: "Name",
  create: "Testgeschäft anlegen",
  name: "Name",
  nameHint: (platform) => `Nur Ihr Team und ${platform} sehen ihn. 1 bis 200 Zeichen.`,
  nameInvalid: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein.",
  limit: (platform) =>
    `Ein Team hat höchstens 100 Testgeschäfte. Verwenden Sie ein vorhandenes, oder bitten Sie ${platform}, einige zu schließen.`,
  submit: "Testgeschäft anlegen",
  choose: (merchant) => `App zum Installieren bei ${merchant}`,
  install: "Installieren",
  startsInApp: (app) => `Installation in ${app} beginnen`,
  startsInAppLead: (app, platform) => `${app} hat keine Start-URL, deshalb kann ${platform} sie nicht für Sie öffnen.`,
  startsInAppText:
    "Um sie bei diesem Testgeschäft zu installieren, muss die App den Browser zu dieser Autorisierungs-URL weiterleiten:",
  startsInAppUrl: "Autorisierungs-URL",
  startsInAppCopy: "Autorisierungs-URL kopieren",
  startsInAppState:
    "Ein Platzhalter. Die App ersetzt ihn durch einen neuen zufälligen Wert und speichert diesen in der Sitzung des Browsers.",
  startsInAppMerchant: "Wählt das Testgeschäft aus.",
  startsInAppHint:
    "Wenn Sie die App erlauben, kehrt der Browser mit einem Code für die Tokens zu ihrer Redirect-URI zurück.",
  addLaunchUrl: "Start-URL hinzufügen",
  back: "Zurück zu den Testgeschäften",
};
