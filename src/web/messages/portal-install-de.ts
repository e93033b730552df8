import type { portalInstallEn } from "./portal-install-en.ts";

export const portalInstallDe: typeof portalInstallEn = {
  install: {
    title: "Installationslink",
    notYet: "Den Installationslink bekommt die App mit der Freigabe. Bis dahin läuft sie auf Ihren Testgeschäften.",
    rejected:
      "Die App wurde abgelehnt und läuft nirgends, auch nicht auf Ihren Testgeschäften. Sobald Sie sie neu einreichen, läuft sie dort wieder.",
    test: "Auf einem Testgeschäft ausprobieren",
    hint: "Wer ein Geschäft führt, folgt diesem Link, liest, worum die App bittet, und kommt über Ihre App zur Zustimmung.",
    hintPlatform:
      "Wer ein Geschäft führt, folgt diesem Link, liest, worum die App bittet, und kommt weiter zur Zustimmung.",
    hintAtApp:
      "Wer ein Geschäft führt und diesem Link folgt, liest, worum die App bittet und dass die Verbindung in der App selbst beginnt: Sie hat keine Start-URL.",
    link: "Installationslink",
    codeAlt: "QR-Code des Installationslinks",
    download: "QR-Code herunterladen (SVG)",
    installations: (count) =>
      count === 0
        ? "Installationen: noch keine"
        : count === 1
          ? "1 Installation und ihr Zustand"
          : `${count} Installationen und ihr Zustand`,
  },
  testMerchants: {
    title: "Testgeschäfte",
    lead: "Eine App, die noch nicht freigegeben ist, läuft auf Ihren eigenen Testgeschäften, mit denselben Schritten wie später auf echten, es sei denn, sie wurde abgelehnt. Eingeschränkte Scopes gibt es dort nicht. Rufen Sie mit deren Token die Sandbox-API der Plattform auf; die Produktions-API lehnt sie ab.",
    columns: { merchant: "Geschäft", made: "Angelegt", install: "App installieren" },
    none: "Sie haben noch kein Testgeschäft. Legen Sie unten eines an.",
    noApps: "Legen Sie erst eine App an.",
    search: "Name beginnt mit",
    create: "Testgeschäft anlegen",
    name: "Name",
    nameHint: "Nur Sie sehen ihn. 1 bis 200 Zeichen.",
    nameWrong: "Geben Sie einen Namen mit 1 bis 200 Zeichen ein.",
    submit: "Anlegen",
    choose: (merchant) => `App für ${merchant}`,
    install: "Installieren",
    atApp: (app) => `${app} beginnt selbst`,
    atAppText: (app) =>
      `${app} hat keine Start-URL, eine Installation beginnt also in der App. Schicken Sie den Browser so zum Authorization-Endpoint:`,
    atAppUrl: "Authorization-URL",
    atAppHint:
      "Setzen Sie statt STATE einen frischen Wert ein, den niemand erraten kann, und merken Sie ihn sich in der Sitzung.",
  },
};
