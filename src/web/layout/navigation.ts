import { type Html, html } from "../components/html.ts";
import type { Frame } from "./frame.ts";
import { type Link, linkList } from "./sites.ts";

/** Links with a heading; screens without a sidebar hide the heading. */
export interface LinkGroup {
  title?: string;
  links: readonly Link[];
}

/**
 * The navigation of a section: a sidebar or, on narrow screens, a row that scrolls.
 * @param label the name of the navigation for screen readers
 * @param first content before the links
 */
export function sectionNavigation(
  frame: Pick<Frame, "path">,
  label: string,
  groups: readonly LinkGroup[],
  first: Html | null = null,
): Html {
  const lists = groups
    .filter(({ links }) => links.length > 0)
    .map(({ title, links }) => html`${title && html`<p class="nav-title">${title}</p>`}${linkList(frame, links)}`);
  return html`<nav class="sections" aria-label="${label}">${first}${lists}</nav>`;
}
