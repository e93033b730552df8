import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { linkList } from "../layout/sites.ts";

/** Links to the parts of the console. */
export function consoleSections(frame: Frame): Html {
  const { sections, navigation } = frame.t.console;
  const links = Object.entries(sections).map(([key, label]) => {
    if (key === "queue") return { href: "/console", label, above: null };
    return { href: `/console/${key}`, label };
  });
  return html`<nav class="sections" aria-label="${navigation}">${linkList(frame, links)}</nav>`;
}
