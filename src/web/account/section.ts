import type { Html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { sectionNavigation } from "../layout/navigation.ts";
import type { Section } from "../router/page-router.ts";
import { ACTIVITY, DEVICES, PATH } from "./security/paths.ts";

/** The pages of the signed-in account about itself. */
export const ACCOUNT: Section = {
  isAllowed: () => true,
  forbidden: "forbidden",
  title: ({ t }) => t.security.navigation,
  navigation: accountNavigation,
  fewPages: true,
  script: ({ passkeyScript }) => passkeyScript,
};

/** Links to the pages of the account. */
export function accountNavigation(frame: Frame): Html {
  const { account, title, navigation, sessions, activity } = frame.t.security;
  const links = [
    { href: "/account", label: account, above: "/account/close", icon: "person" },
    { href: PATH, label: title, icon: "lock" },
    { href: DEVICES, label: sessions, icon: "monitor" },
    { href: ACTIVITY, label: activity.title, icon: "audit" },
  ] as const;
  return sectionNavigation(frame, navigation, [{ links }]);
}
