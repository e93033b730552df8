import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";

/** The parts of the pages that an account may use, by its roles. */
export function sitesOf({ t }: Pick<Frame, "t">, account: Account): { href: string; label: string }[] {
  return [
    { href: "/connected-apps", label: t.layout.connectedApps },
    ...(account.developer ? [{ href: "/portal", label: t.layout.portal }] : []),
    ...(account.operator ? [{ href: "/console", label: t.layout.console }] : []),
  ];
}

/** Links of one level, the one that the page lies under marked. */
export function linkList(
  frame: Pick<Frame, "path">,
  links: readonly { href: string; label: string; exact?: boolean }[],
): Html {
  const path = frame.path?.split("?")[0] ?? "";
  const items = links.map(({ href, label, exact }) => {
    const here = path === href || (!exact && path.startsWith(`${href}/`));
    return html`<li><a href="${href}" ${here && html`aria-current="${path === href ? "page" : "true"}"`}>${label}</a></li>`;
  });
  return html`<ul>${items}</ul>`;
}
