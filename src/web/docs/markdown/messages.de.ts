import type { en } from "./messages.en.ts";

/** Texts of the pages as Markdown, in German. */
export const de: typeof en = {
  view: "Als Markdown ansehen",
  copyPage: "Als Markdown kopieren",
  languages: (codes) => `Beispiele gibt es in mehreren Sprachen: Hängen Sie \`?code=\` mit einer von ${codes} an.`,
  openapi: "Das OpenAPI-Dokument aller Endpunkte.",
};
