/** Texts of the pages as Markdown. */
export const en = {
  view: "View as Markdown",
  copyPage: "Copy as Markdown",
  languages: (codes: string) => `Samples exist in several languages: add \`?code=\` with one of ${codes}.`,
  openapi: "The OpenAPI document of all endpoints.",
};
