import type { en } from "./messages.en.ts";

/** Texts of the install page, in German. */
export const de: typeof en = {
  heading: (app) => `${app} installieren`,
  headingMore: (app) => `Weitere Berechtigung für ${app}`,
  headingAtApp: (app) => `${app} auf der Website der App installieren`,
  headingInApp: (app) => `${app} in der App selbst installieren`,
  headingFor: (app, shop) => `${app} für ${shop} installieren`,
  headingAgain: (app, shop) => `${app} erneut mit ${shop} verbinden`,
  sendLink: "Senden Sie diesen Link an einen Inhaber oder Manager",
  copyLink: "Link kopieren",
  toAllow: (permission) =>
    `Um „${permission}“ zu erlauben, fahren Sie fort. Das Häkchen ist gesetzt, wenn die App erneut um Berechtigungen bittet. Bis Sie sie erlauben, ändert sich nichts.`,
  toTick: (permission) =>
    `Um „${permission}“ zu erlauben, fahren Sie fort, und setzen Sie das Häkchen, wenn die App erneut um Berechtigungen bittet. Bis dahin ändert sich nichts.`,
  launch: (origin) =>
    `Als Nächstes öffnet sich die App unter ${origin}. Von dort kommen Sie zurück und entscheiden, worauf die App zugreifen darf.`,
  platform: "Als Nächstes sehen Sie, worauf die App zugreifen möchte, und entscheiden.",
  nothingYet: "Noch wird nichts weitergegeben.",
  unchangedYet: "Noch ändert sich nichts.",
  submit: "Weiter",
  notNow: "Nicht jetzt",
  startsInApp: (app, host) =>
    `${app} wird auf der eigenen Website installiert: ${host}. Öffnen Sie sie und verbinden Sie dort Ihren Shop.`,
  startsNowhere: (app) =>
    `${app} lässt sich nicht über diesen Link installieren und nennt keine Website. Beginnen Sie in der App selbst, oder fragen Sie den Entwickler, wie Sie Ihren Shop verbinden.`,
  forbidden: {
    title: (app) => `Sie können ${app} nicht installieren`,
    member: "Nur Inhaber und Manager können Apps installieren.",
    suspended: (platform) =>
      `${platform} hat diesen Shop gesperrt, deshalb lässt sich keine App für ihn installieren. Fragen Sie ${platform} nach dem Grund.`,
    noShop: "Ihr Konto gehört zu keinem Shop, für den sich diese App installieren lässt.",
  },
  openWebsite: "Website öffnen",
};
