import type { Membership } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../components/badges.ts";
import { type Html, html } from "../components/html.ts";
import { icon } from "../components/icon.ts";
import { pathWith } from "../components/list.ts";
import type { Frame } from "../layout/frame.ts";
import { sectionNavigation } from "../layout/navigation.ts";
import type { Section } from "../router/page-router.ts";

export const CONNECTED_APPS = "/connected-apps";
export const MEMBERS = "/connected-apps/members";

/** The pages for the merchants that an account belongs to. */
export const MERCHANTS: Section = {
  isAllowed: () => true,
  forbidden: "forbidden",
  withMemberships: true,
  title: ({ t }) => t.connected.title,
  navigation: (context) => merchantNavigation(context, { ...context, merchantId: merchantIn(context) }),
};

interface ShownMerchant {
  memberships: readonly Membership[];
  /** Empty: the account's first merchant. */
  merchantId: string;
}

/** The merchant of the page, a choice if the account has several, and links to the merchant's pages. */
export function merchantNavigation(frame: Frame, { memberships, merchantId: merchant }: ShownMerchant): Html {
  const { connected, members } = frame.t;
  const links = [
    { href: pathWith(CONNECTED_APPS, { merchant }), label: connected.title, page: CONNECTED_APPS, icon: "apps" },
    { href: pathWith(MEMBERS, { merchant }), label: members.title, page: MEMBERS, icon: "people" },
  ] as const;
  const path = pathOf(frame);
  // Each link contains the merchant of the page in its query.
  const shown = links.map(({ href, page, ...link }) => {
    // The path of the members is below that of the apps.
    const above = page === CONNECTED_APPS && path.startsWith(MEMBERS) ? null : page;
    return { ...link, href: path === page ? page : href, above };
  });
  const current = merchant || (memberships[0]?.merchantId ?? "");
  return sectionNavigation(frame, members.navigation, [{ links: shown }], shopSwitch(frame, memberships, current));
}

/** The name of the only merchant, or a form that shows the same page for another merchant. */
function shopSwitch(frame: Frame, memberships: readonly Membership[], current: string): Html | null {
  const texts = frame.t.connected.shops;
  const [only, ...others] = memberships;
  if (only === undefined) return null;
  if (others.length === 0 && only.merchantId === current)
    return html`<p class="shop-switch"><span class="shop-label">${texts.label}</span> <strong class="shop-name">${icon("store")}<span dir="auto">${only.merchantName}</span></strong> ${only.test && badge("label", frame.t.connected.test)}</p>`;
  const options = shopOptions(frame, memberships, current).map(
    ([id, name]) => html`<option value="${id}" ${id === current && "selected"}>${name}</option>`,
  );
  const page = pathOf(frame).startsWith(MEMBERS) ? MEMBERS : CONNECTED_APPS;
  return html`<form class="shop-switch" method="get" action="${page}" data-unchanged>
<label class="shop-label" for="shop">${texts.label}</label>
<select id="shop" name="merchant">${options}</select>
<button type="submit" class="secondary outline button-small">${texts.show}</button></form>`;
}

/** Ids and names; names that several merchants have are followed by the id. */
function shopOptions({ t }: Frame, memberships: readonly Membership[], current: string): [id: string, name: string][] {
  const testLabel = t.connected.test;
  const isShared = (name: string) => memberships.filter(({ merchantName }) => merchantName === name).length > 1;
  const options = memberships.map(({ merchantId: id, merchantName: name, test }): [string, string] => [
    id,
    [isShared(name) ? `${name} (${id})` : name, test && testLabel].filter(Boolean).join(" · "),
  ]);
  // The session has the first hundred memberships only.
  return options.some(([id]) => id === current) ? options : [[current, current], ...options];
}

const pathOf = ({ path }: Frame): string => path?.split("?")[0] ?? "";

function merchantIn({ path }: Frame): string {
  return new URLSearchParams(path?.split("?")[1] ?? "").get("merchant") ?? "";
}
