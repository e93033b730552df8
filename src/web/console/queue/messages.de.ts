import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the review queue, in German. */
export const de: typeof en = {
  title: "Prüfwarteschlange",
  lead: "Wenn Sie eine App übernehmen, ist ihre Prüfung zwei Stunden lang für Sie reserviert.",
  groups: { mine: "Wird von Ihnen geprüft", waiting: "Wartet auf Prüfung", others: "Wird von anderen geprüft" },
  waitingNone: "Keine Apps warten auf Prüfung.",
  app: "App",
  developer: "Entwickler",
  newApp: "Neue App",
  revision: (number) => `Fassung ${number}`,
  resubmitted: (times) => plural(times, { one: "Erneut eingereicht", other: "#-mal erneut eingereicht" }),
  firstSubmitted: "Zuerst eingereicht",
  similarName: "Ähnlicher Name",
  scopes: "Scopes",
  scopeCount: (count) => plural(count, { one: "1 Scope", other: "# Scopes" }),
  sensitive: (count) => `${count} sensibel`,
  restricted: (count) => `${count} eingeschränkt`,
  age: "Wartezeit",
  claimEnds: "Übernahme endet",
  reviewer: "Prüfer",
  step: "Nächster Schritt",
  claim: "Übernehmen",
  resume: "Prüfung fortsetzen",
  own: "App Ihres Teams",
  templates: "Entscheidungsvorlagen",
  search: "Name",
};
