import type { Html } from "../components/html.ts";
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
  title: ({ t }) => t.connected.title,
  navigation: (frame) => merchantNavigation(frame, merchantIn(frame)),
};

/** Links to the pages of a merchant; an empty id selects the account's first merchant. */
export function merchantNavigation(frame: Frame, merchant: string): Html {
  const { connected, members } = frame.t;
  const links = [
    { href: pathWith(CONNECTED_APPS, { merchant }), label: connected.title, page: CONNECTED_APPS, icon: "apps" },
    { href: pathWith(MEMBERS, { merchant }), label: members.title, page: MEMBERS, icon: "people" },
  ] as const;
  const path = frame.path?.split("?")[0] ?? "";
  // Each link contains the merchant of the page in its query.
  const shown = links.map(({ href, page, ...link }) => ({ ...link, href: path === page ? page : href, above: null }));
  return sectionNavigation(frame, members.navigation, [{ links: shown }]);
}

function merchantIn({ path }: Frame): string {
  return new URLSearchParams(path?.split("?")[1] ?? "").get("merchant") ?? "";
}
