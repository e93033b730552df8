import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { linkList } from "../layout/sites.ts";
import type { Section } from "../router/page-router.ts";

/** The pages for operators. */
export const CONSOLE: Section = {
  isAllowed: ({ operator }) => operator,
  forbidden: "operators_only",
  secondFactorPath: "/account/security?required=yes",
  title: ({ t }) => t.console.title,
  navigation: consoleNavigation,
};

/** Links to the pages of the console. */
export function consoleNavigation(frame: Frame): Html {
  const { sections, navigation } = frame.t.console;
  const links = Object.entries(sections).map(([key, label]) => {
    if (key === "queue") return { href: "/console", label, above: null };
    return { href: `/console/${key}`, label };
  });
  return html`<nav class="sections" aria-label="${navigation}">${linkList(frame, links)}</nav>`;
}
