import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { linkList } from "../layout/sites.ts";

/** Links to the parts of the portal. */
export function portalSections(frame: Frame): Html {
  const { sections, title } = frame.t.portal;
  const links = [
    { href: "/portal", label: sections.apps, above: "/portal/apps" },
    { href: "/portal/test-merchants", label: sections.testMerchants },
    { href: "/portal/check", label: sections.check },
    { href: "/account", label: sections.account },
  ];
  return html`<nav class="sections" aria-label="${title}">${linkList(frame, links)}</nav>`;
}
