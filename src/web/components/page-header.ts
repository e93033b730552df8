import type { Frame } from "../layout/frame.ts";
import { type Link, linkList } from "../layout/sites.ts";
import { type Html, type HtmlValue, html, trusted } from "./html.ts";

/** One step of the breadcrumbs. */
export interface Crumb {
  href: string;
  label: string;
}

export interface PageHeader {
  /** The pages above this one, from the top. */
  crumbs?: readonly Crumb[];
  title: HtmlValue;
  /** Badges of the state, after the title. */
  badges?: HtmlValue;
  /** A logo before the title. */
  image?: HtmlValue;
  /** One or two sentences below the title. */
  lead?: HtmlValue;
  /** Buttons and links to the actions of the page, of which at most one is primary. */
  actions?: HtmlValue;
  /** Links to the other pages about the same resource, below the title. */
  tabs?: HtmlValue;
}

/** The first element of each page of a section. It shows breadcrumbs, title, state and actions at the same place on every page. */
export function pageHeader({ t }: Pick<Frame, "t">, header: PageHeader): Html {
  const { crumbs = [], title, badges, image, lead, actions, tabs } = header;
  return html`<header class="page-header">
${crumbs.length > 0 && breadcrumbs(t.layout.breadcrumbs, crumbs)}
<div class="page-title">${image}<div><h1 dir="auto">${title}</h1> ${badges}
${lead && html`<p class="lead">${lead}</p>`}</div></div>
${actions && html`<div class="page-actions">${actions}</div>`}
${tabs}
</header>`;
}

/** A page with messages: below its header, or above its content if it has no header. */
export function withMessages(page: Html, messages: HtmlValue): Html {
  const text = page.toString();
  const start = text.indexOf('<header class="page-header">');
  if (start === -1) return html`${messages}${page}`;
  const end = text.indexOf("</header>", start) + "</header>".length;
  return html`${trusted(text.slice(0, end))}${messages}${trusted(text.slice(end))}`;
}

/** The heading below the tabs of a page header: the title of one tab. Its actions stand in the page header. */
export function tabHeading({ title, lead }: Pick<PageHeader, "title" | "lead">): Html {
  return html`<div class="tab-heading"><h2>${title}</h2>
${lead && html`<p class="muted">${lead}</p>`}</div>`;
}

/** Tabs for a page header. @param label the name of the tabs for screen readers */
export function tabList(frame: Pick<Frame, "path">, label: string, links: readonly Link[]): Html {
  return html`<nav class="tabs" aria-label="${label}">${linkList(frame, links)}</nav>`;
}

function breadcrumbs(label: string, crumbs: readonly Crumb[]): Html {
  const items = crumbs.map((crumb) => html`<li><a href="${crumb.href}" dir="auto">${crumb.label}</a></li>`);
  return html`<nav class="crumbs" aria-label="${label}"><ol>${items}</ol></nav>`;
}

/** A link that looks like a button: it leads to a page and changes nothing. */
export function linkButton(
  href: string,
  label: HtmlValue,
  tone: "primary" | "secondary" | "danger outline" = "primary",
): Html {
  return html`<a class="button ${tone !== "primary" && tone}" href="${href}">${label}</a>`;
}
