import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, type HtmlValue, html } from "../components/html.ts";
import { type IconName, icon } from "../components/icon.ts";
import type { Frame } from "./frame.ts";
import { isInTeam } from "./teams.ts";

export interface Site {
  href: string;
  label: string;
  /** The description on the start page. */
  about: string;
  /** The text of the button. */
  open: string;
}

/** The sites of an account by its roles, in order of privilege. */
export function sitesOf({ t }: Pick<Frame, "t">, account: Account): Site[] {
  const { layout, home } = t;
  const [connected, portal, console] = [
    { href: "/connected-apps", label: layout.connectedApps, about: home.connectedText, open: home.connectedOpen },
    { href: "/portal", label: layout.portal, about: home.portalText, open: home.portalOpen },
    { href: "/console", label: layout.console, about: home.consoleText, open: home.consoleOpen },
  ];
  return [...(account.operator ? [console] : []), ...(isInTeam(account) ? [portal] : []), connected];
}

export interface Link {
  href: string;
  label: string;
  /** The link is current on the page with this path and on all pages below it. Default: `href`; null if it is current only on its own page. */
  above?: string | null;
  /** Content after the label, such as a count. */
  extra?: HtmlValue;
  icon?: IconName;
}

/** A list of links with the current one marked. */
export function linkList(frame: Pick<Frame, "path">, links: readonly Link[]): Html {
  const path = frame.path?.split("?")[0] ?? "";
  const items = links.map(({ href, label, above = href, extra, icon: name }) => {
    const here = path === href || (above !== null && `${path}/`.startsWith(`${above}/`));
    return html`<li><a href="${href}" ${here && html`aria-current="${path === href ? "page" : "true"}"`}>${name && icon(name)}${label}${extra}</a></li>`;
  });
  return html`<ul>${items}</ul>`;
}
