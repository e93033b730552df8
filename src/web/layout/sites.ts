import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../components/html.ts";
import type { Frame } from "./frame.ts";

export interface Site {
  href: string;
  label: string;
  /** What it is for, in a sentence. */
  about: string;
  /** What a button says that leads there. */
  open: string;
}

/** The parts of the pages that an account may use, by its roles, what its work is first. */
export function sitesOf({ t }: Pick<Frame, "t">, account: Account): Site[] {
  const { layout, home } = t;
  const [connected, portal, console] = [
    { href: "/connected-apps", label: layout.connectedApps, about: home.connectedText, open: home.connectedOpen },
    { href: "/portal", label: layout.portal, about: home.portalText, open: home.portalOpen },
    { href: "/console", label: layout.console, about: home.consoleText, open: home.consoleOpen },
  ];
  return [...(account.operator ? [console] : []), ...(account.developer ? [portal] : []), connected];
}

interface Link {
  href: string;
  label: string;
  /** The pages below this path lie under the link, too; `href` unless told, null: none do. */
  above?: string | null;
}

/** Links of one level, the one that the page lies under marked. */
export function linkList(frame: Pick<Frame, "path">, links: readonly Link[]): Html {
  const path = frame.path?.split("?")[0] ?? "";
  const items = links.map(({ href, label, above = href }) => {
    const here = path === href || (above !== null && path.startsWith(`${above}/`));
    return html`<li><a href="${href}" ${here && html`aria-current="${path === href ? "page" : "true"}"`}>${label}</a></li>`;
  });
  return html`<ul>${items}</ul>`;
}
