/** Texts of the install page. */
export const en = {
  heading: (app: string) => `Install ${app}`,
  /** If the merchant came to allow a permission that was not allowed before. */
  headingMore: (app: string) => `Another permission for ${app}`,
  headingAtApp: (app: string) => `Install ${app} from its website`,
  /** If the app has no website either. */
  headingInApp: (app: string) => `Install ${app} in the app itself`,
  headingFor: (app: string, shop: string) => `Install ${app} for ${shop}`,
  /** If the connection has expired. */
  headingAgain: (app: string, shop: string) => `Connect ${app} to ${shop} again`,
  sendLink: "Send this link to an owner or manager",
  copyLink: "Copy link",
  toAllow: (permission: string) =>
    `To allow “${permission}”, continue. It is ticked when the app asks for its permissions again. Until you allow it, nothing changes.`,
  /** For an app that is installed from its own website. */
  toTick: (permission: string) =>
    `To allow “${permission}”, continue, and tick it when the app asks for its permissions again. Until then, nothing changes.`,
  launch: (origin: string) =>
    `Next, you go to the app at ${origin}. It brings you back here to decide what it may access.`,
  platform: "Next, you see what the app wants to access, and decide.",
  nothingYet: "Nothing is shared yet.",
  /** If the app is connected to a shop already. */
  unchangedYet: "Nothing changes yet.",
  submit: "Continue",
  notNow: "Not now",
  /** @param host of the website */
  startsInApp: (app: string, host: string) =>
    `${app} is installed from its own website, ${host}. Open it and choose to connect your shop there.`,
  startsNowhere: (app: string) =>
    `${app} cannot be installed from this link, and it names no website. Start in the app itself, or ask its developer how to connect your shop.`,
  forbidden: {
    title: (app: string) => `You cannot install ${app}`,
    member: "Only owners and managers can install apps.",
    suspended: (platform: string) =>
      `${platform} suspended this shop, so no app can be installed for it. Ask ${platform} for the reason.`,
    noShop: "Your account does not belong to a shop that this app can be installed for.",
  },
  openWebsite: "Open website",
};
