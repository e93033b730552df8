import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the consent page. */
export const en = {
  headingFor: (app: string, shop: string) => `Connect ${app} to ${shop}`,
  headingAgain: (app: string, shop: string) => `Review ${app}’s access to ${shop}`,
  headingMore: (app: string, shop: string) => `${app} asks for more access to ${shop}`,
  heading: (app: string) => `Connect ${app} to your shop`,
  headingSeveral: (app: string) => `Connect ${app} to one of your shops`,
  scopesLead: (app: string) => `${app} wants to`,
  /** In place of a long name, which the heading of the page has. */
  scopesLeadLong: "The app wants to",
  asksMore: (app: string) => `${app} is already connected.`,
  scopesLeadMore: "It also wants to",
  asksAgain: (app: string) => `${app} is already connected and asks for nothing new.`,
  redirectTo: (origin: string) => `Either way, you return to ${origin}.`,
  redirectToApp: "Either way, your device then opens the app.",
  refuses: "If you do not allow this, nothing is shared.",
  revokeHint: "Uninstall at any time under",
  approve: "Allow",
  deny: "Do not allow",
  /** The effect of the buttons, if the app is connected already and asks for nothing new. */
  keepsTicked: "“Allow” keeps only the ticked permissions, “Do not allow” changes nothing.",
  /** If the app is connected already and asks for more. */
  grantsTicked: "“Allow” gives the app exactly the ticked permissions, “Do not allow” changes nothing.",
  signedInAs: "Signed in as",
  restored: "Your choice is back. Nothing has been allowed yet.",
  changed: {
    heading:
      "Something changed while this page was open. Nothing has been allowed yet. Check the changes and decide again.",
    required: (scope: string) => `“${scope}” is now required. It was optional before.`,
    optional: (scope: string) => `“${scope}” is now optional. It was required before.`,
    merchant: (before: string, now: string) => `The request is now for ${now}. It was for ${before} before.`,
    choice: (before: string) => `The request was for ${before}. Now choose the shop.`,
    only: (now: string) => `The request is now for ${now} only.`,
    other: "The app, a permission or the shops that you may connect changed.",
  },
  forbidden: {
    title: (app: string) => `You cannot connect ${app}`,
    member: "Only owners and managers can connect apps.",
    connected: "The app is connected. Only owners and managers can change what it may access.",
    ask: (people: string) => `Ask ${people}.`,
    suspended: (platform: string) =>
      `${platform} suspended this shop, so no app can be connected to it. Ask ${platform} for the reason.`,
    more: (count: number) =>
      plural(count, { one: "The same holds for 1 more shop.", other: "The same holds for # more shops." }),
    noShop: "Your account does not belong to a shop that this app can be connected to.",
    invitation: (platform: string) => `Ask an owner of your shop, or ${platform}, for an invitation.`,
    yourRole: (role: string) => `Your role: ${role}`,
    noTestShop: "Your account has none of them.",
    back: (app: string) => `Back to ${app} without connecting`,
  },
};
