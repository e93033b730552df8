import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { linkList } from "../layout/sites.ts";
import type { Section } from "../router/page-router.ts";

/** The pages for developers. */
export const PORTAL: Section = {
  isAllowed: ({ developer }) => developer,
  forbidden: "developers_only",
  title: ({ t }) => t.portal.title,
  navigation: portalNavigation,
  script: ({ portalScript }) => portalScript,
};

/** Links to the pages of the portal. */
export function portalNavigation(frame: Frame): Html {
  const { sections, title } = frame.t.portal;
  const links = [
    { href: "/portal", label: sections.apps, above: "/portal/apps" },
    { href: "/portal/test-merchants", label: sections.testMerchants },
    { href: "/portal/check", label: sections.check },
    { href: "/docs", label: frame.t.docs.title },
    { href: "/account", label: sections.account },
  ];
  return html`<nav class="sections" aria-label="${title}">${linkList(frame, links)}</nav>`;
}
