import { pluralOf } from "./plural.ts";
import type { ReasonNames } from "./reason-codes.ts";

const plural = pluralOf("en");

/** Texts of the shared components. */
export const en = {
  /** The name of an account that its owner closed. */
  closedAccount: "Closed account",
  roles: { owner: "Owner", manager: "Manager", member: "Member" },
  /** `all` includes paused, suspended and expired installations; `expired` is absent if there are too many to count. */
  installationCount: (all: number, expired = 0) => {
    const installed = plural(all, { one: "1 installed", other: "# installed" });
    return expired === 0 ? installed : `${installed}, access expired or revoked for ${expired}`;
  },
  /** A count compared with that of the periods before. */
  comparison: {
    soFar: "so far",
    /** The meaning of the outlined bar of the last period. */
    notOver: { hour: "Hour not over", day: "Day not over" },
    /** The label of the line of an average. */
    average: { before: "Average before", perDay: "a day" },
    /** The direction of a change, for screen readers, before `against`. `percent` is empty if it would say nothing. */
    more: (percent: string) => `up ${percent}`.trimEnd(),
    less: (percent: string) => `down ${percent}`.trimEnd(),
    same: "no change",
    againstHours: (before: string) => `from ${before} the day before`,
    againstDays: (before: string, days: number) =>
      `from ${before} ${plural(days, { one: "the day before", other: "in the # days before" })}`,
    /** The last hour or day of the period is the current one. */
    open: "The current hour or day is not over, so that a comparison can be slightly low.",
  },
  /** Above a form whose subject was changed after the form was opened. */
  otherChange: {
    by: "Changed by",
    kept: "Your input is kept here and is not saved. Check the form and save again.",
    compare: "Open the saved values in another tab",
    taken: "Only the other change touched these fields. They now have its values:",
    both: "Both windows changed these fields. If you save again, your input replaces the saved values:",
    useStored: (value: string) => `Use the saved value instead: ${value}`,
    useEmpty: "Leave it empty instead, as saved",
  },
  app: {
    by: (developer: string) => `by ${developer}`,
    clientIdOf: (app: string) => `Client ID of ${app}`,
    verified: (platform: string) => `Reviewed by ${platform}`,
    /** The scope of a review, and its limits. */
    reviewCovers: (platform: string) =>
      `${platform} checked the app’s name, purpose and web addresses, and why it asks for each permission. It did not check the app’s code or how the developer handles your data.`,
    /** @param month such as "March 2026" */
    since: (platform: string, month: string) => `On ${platform} since ${month}.`,
    inTest: "Not reviewed",
    inTestText: (platform: string) =>
      `${platform} has not reviewed this app yet. It only works with its developer’s test shops.`,
    about: (app: string) => `About ${app}`,
    website: "Website",
    support: "Developer support",
    supportLink: "Support",
    privacyPolicy: "Privacy policy",
    noPrivacyPolicy: "The developer gives no privacy policy.",
    logo: (app: string) => `Logo of ${app}`,
    unnamed: "Unnamed app",
  },
  merchant: {
    choose: "Choose a shop",
    chooseFirst: "Choose a shop first",
    chosen: "Connect to this shop",
    pick: "Choose a shop",
    connected: "already connected",
    expired: "access expired",
    revoked: "access revoked",
    pending: "not completed",
    expiredHint: "The connection has expired, so the app has no access. Allow it to connect again.",
    revokedHint: "The access was revoked, so the app gets no data. Allow it to connect again.",
    pendingHint: "This app was allowed before, but it did not finish connecting. Allow it again to finish.",
    expiredHintMany: "Where the access has expired or was revoked, the app gets no data until you allow it again.",
    paused: "paused",
    suspended: "suspended",
    connectedHeading: (app: string, shop: string) => `${app} is connected to ${shop}`,
    /** @param state `paused` or `suspended` */
    stoppedHeading: (app: string, state: string, shop: string) => `${app} is ${state} for ${shop}`,
    stopped: (platform: string) => ({
      shop: "Your shop paused this app. Resume it in “Connected apps” first.",
      developer: "The developer paused this app for your shop. You can connect it again after they resume it.",
      platform: `${platform} suspended this app for your shop. You can connect it again after ${platform} resumes it.`,
      unchanged: "Until then, the app gets no data.",
    }),
    /** In place of these sentences, if only the shop stopped the app and the reader may resume it. */
    resumeHere: "Your shop paused this app, so it gets no data. Resume it to decide about its permissions.",
    resume: "Resume",
    stoppedHintMany: "A paused or suspended app cannot be connected until it is resumed.",
    /** @param day empty if it is unknown */
    closed: (shop: string, day: string) =>
      `${shop} was closed${day === "" ? "" : ` on ${day}`}. Its apps were uninstalled.`,
    test: "Test",
    missing: "Choose the shop that the app should work with.",
  },
  scopes: {
    /** The platform's decision on a restricted scope, for developers and operators. */
    decisions: (platform: string) => ({
      allowed: { mark: `Allowed by ${platform}`, hint: "" },
      refused: {
        lead: `${platform} refused these restricted scopes:`,
        mark: `Refused by ${platform}`,
        hint: `Merchants do not see it, and your app cannot request it. ${platform} decides again when it reviews your next revision.`,
      },
      undecided: {
        mark: "Not allowed yet",
        hint: `${platform} decides when it reviews the app. Until then no merchant can grant it, not even a test merchant.`,
      },
    }),
    required: "Required",
    optional: "Optional",
    declined: "Tick what you want to allow.",
    requiredHint: (count: number) => plural(count, { one: "The app needs this.", other: "The app needs these." }),
    optionalHint: (count: number) =>
      plural(count, { one: "You can leave this out.", other: "You can leave these out." }),
    /** For optional permissions that are allowed already. */
    untick: "Untick what you want to remove.",
    details: "Details",
    detailsOf: (scope: string) => `Details: ${scope}`,
    reason: "Why:",
    sensitive: "Sensitive",
    sensitiveCount: (count: number) =>
      plural(count, { one: "1 sensitive permission", other: "# sensitive permissions" }),
    /** The number of all permissions, and before `sensitiveOf` that of the sensitive ones among them. */
    count: (count: number) => plural(count, { one: "Asks for 1 permission", other: "Asks for # permissions" }),
    sensitiveOf: (count: number) => `${count} sensitive`,
    restricted: "Highly sensitive",
    /** In place of a long name. */
    theDeveloper: "the developer",
    trustNeeded: (trusted: string) => `Allow sensitive permissions only if you trust ${trusted}.`,
    granted: "Already allowed",
    grantedEarlier: "Allowed before",
    grantedFor: (merchants: string) => `Already allowed for ${merchants}`,
    grantedForMany: (count: number) => plural(count, { one: "Allowed for 1 shop", other: "Allowed for # shops" }),
    fresh: "New",
    none: "Allow at least one permission, or choose “Do not allow”.",
    requested: (count: number) =>
      plural(count, { one: "The app asks for 1 permission", other: "The app asks for # permissions" }),
  },
  steps: {
    label: "Steps",
    position: (step: number, all: number) => `Step ${step} of ${all}:`,
    signIn: "Sign in",
    about: "The app",
    permissions: "Permissions",
    app: "Go to the app",
  },
  copy: {
    copy: "Copy",
    copied: "Copied",
    failed: "Could not copy. Select the text and copy it.",
    copyOf: (what: string) => `Copy: ${what}`,
  },
  wait: {
    seconds: (count: number) => plural(count, { one: "1 second", other: "# seconds" }),
    minutes: (count: number) => plural(count, { one: "1 minute", other: "# minutes" }),
  },
  list: {
    search: "Search",
    all: "All",
    filter: "Filter",
    order: "Sort",
    apply: "Apply filters",
    active: "Active filters",
    removeFilter: "Remove filter",
    searched: "Search",
    reset: "Clear all",
    next: "Next page",
    first: "First page",
    previous: "Previous page",
    pages: "Pages",
    noResults: "No results",
    noResultsFor: (search: string) => `No results for “${search}”`,
    noResultsIn: (search: string, tab: string) => `No results for “${search}” in “${tab}”`,
    noneMatching: "Change or clear the filters.",
    shortSearch: "One or two characters find only the start of a name, three or more any part of it.",
    clearSearch: "Clear search",
    clearFilters: "Clear filters",
    sort: "Sort by",
    sorts: {
      name: "Name",
      email: "E-mail",
      created: "Newest first",
      updated: "Latest change first",
      waiting: "Oldest change first",
      installations: "Most installations first",
      fewest: "Fewest installations first",
    },
    noneYet: "Nothing on this page. Continue on the next page.",
    noneMore: "No more entries.",
    countAll: (count: number) => `${count} in total`,
    countRange: (range: string, total: string) => `${range} of ${total}`,
    countMore: (count: number) => `${count} on this page`,
    countLast: (count: number) => `${count} on the last page`,
    newestFirst: "newest first",
    noMatch: (noun: string, typed: string) => `${noun} “${typed}” not found`,
    matches: (count: number, typed: string) =>
      `${plural(count, { one: "1 match", other: "# matches" })} for “${typed}”. Choose one:`,
    firstMatches: (count: number, typed: string) => `the first ${count} matches for “${typed}”. Choose one:`,
  },
  /** The steps in the history of an app. */
  appActions: {
    create: "Created",
    update: "Changed",
    submit: "Submitted",
    withdraw: "Withdrawn",
    start_review: "Review started",
    take_over: "Review taken over",
    approve: "Approved",
    request_changes: "Changes requested",
    reject: "Rejected",
    suspend: "Suspended",
    resume: "Resumed",
    archive: "Archived",
    discard_revision: "Changes discarded",
  } as Record<string, string>,
  /** The step of an approval that refused restricted scopes. @param scopes such as "payouts:read and payouts:write" */
  approvedWithout: (scopes: string) => `Approved without ${scopes}`,
  /** Another decision that refused restricted scopes. */
  refusing: (step: string, scopes: string) => `${step}, ${scopes} refused`,
  appStates: {
    draft: "Draft",
    submitted: "Submitted",
    in_review: "In review",
    changes_requested: "Changes requested",
    approved: "Approved",
    rejected: "Rejected",
    suspended: "Suspended",
    archived: "Archived",
  },
  states: {
    active: "Active",
    suspended: "Suspended",
    paused: "Paused",
    stopped: "Paused or suspended",
    expired: "Access expired",
    revoked: "Access revoked",
    closed: "Closed",
    uninstalled: "Uninstalled",
    pending: "Not completed",
  },
  blocks: { appSuspended: "App suspended", appRejected: "App rejected", merchantSuspended: "Merchant suspended" },
  parties: { app: "the developer", merchant: "the merchant", operator: "the platform" },
  reasons: {
    code: "Reason",
    choose: "Choose a reason",
    text: "Explanation",
    optional: "optional",
    review: {
      INCOMPLETE: "Incomplete",
      REDIRECT_URI: "Redirect URIs",
      SCOPES: "Requests scopes that it does not need",
      SCOPE_REASONS: "Reasons for scopes are unclear",
      PURPOSE: "The purpose is unclear",
      LOGO: "Misleading logo or name",
      WEBSITE: "Website or contact not working",
      POLICY: "Violates the platform’s rules",
      OTHER: "Other",
    } satisfies ReasonNames<"review">,
    suspension: {
      SECURITY: "Security",
      ABUSE: "Abuse",
      POLICY: "Violates the platform’s rules",
      UNREACHABLE: "Developer unreachable",
      REQUEST: "At the owner’s request",
      PAYMENT: "Unpaid invoice",
      OTHER: "Other",
    } satisfies ReasonNames<"suspension">,
  },
};
