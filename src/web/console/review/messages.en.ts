import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of a reviewer's work: claims, conversation, checks, and the next app. */
export const en = {
  conversation: "Conversation",
  earlier: (count: number) => plural(count, { one: "1 earlier message", other: "# earlier messages" }),
  noNote: "Submitted without a note.",
  developer: "Developer",
  reviewer: "Reviewer",
  changes: "Changes since the last decision",
  decided: { approve: "Approved", request_changes: "Changes requested", reject: "Rejected" } as Record<string, string>,
  changesSinceWithdrawal: "Changes since the withdrawal",
  withdrawn: "Withdrawn during the review",
  unchanged: "Submitted again without changes.",
  live: "Compare with the live version",
  notRecorded: "The version of that decision was not recorded. These are the changes since the live version.",
  preview: { title: "Preview of the consent page", hint: "As merchants see it when all scopes are allowed" },
  checks: "Automatic checks",
  checksHint:
    "With a blocker, merchants cannot connect the app. The checks only inform your decision. They look hosts up in DNS and send no requests to them.",
  refuseUnticked: "Refuse the scopes without a tick",
  refuseUntickedHint: "The developer sees it at each scope.",
  addToExplanation: "Add to explanation",
  /** The findings of checks as texts for the developer. */
  toDeveloper: {
    hostFound: (hosts: string) =>
      `Merchants’ browsers cannot return to your app, because DNS has no address for ${hosts}. Please set up DNS, or change the redirect URI.`,
    hostPublic: (hosts: string) =>
      `Merchants’ browsers cannot reach ${hosts}, which is a private or special address. Please use a public host in the redirect URIs.`,
    scopeReason: (scopes: string) =>
      `Please explain for each of these scopes what your app does with the data: ${scopes}.`,
    testInstall: () => "Please install the app on a test merchant first, and check that it gets tokens.",
    platformName: (names: string, platformName: string) =>
      `Please choose a name without “${platformName}”, so that merchants do not take the app for one of ours: ${names}.`,
    similarNames: (names: string) =>
      `Please choose a name that merchants cannot confuse with the name of another app or account: ${names}.`,
    installLink: () =>
      "Please add a launch URL or a website, because without both, merchants cannot install the app from its install link.",
  },
  blockers: (count: number) => plural(count, { one: "1 blocker", other: "# blockers" }),
  notes: (count: number) => plural(count, { one: "1 note", other: "# notes" }),
  results: { passed: "OK", attention: "Note", blocks: "Blocker", unknown: "Not known" },
  hostFound: "All hosts of the redirect URIs are in DNS.",
  hostMissing: "DNS has no address for these hosts of the redirect URIs:",
  hostUnknown: "No name server answered for these hosts of the redirect URIs:",
  hostPublic: "No host of the redirect URIs has a private address.",
  hostFoundLoopback: "All hosts of the redirect URIs are in DNS, except loopback addresses, which are not looked up.",
  hostPublicLoopback:
    "No host of the redirect URIs has a private address, except loopback addresses such as http://127.0.0.1. These lead to the user’s own device, as in native apps.",
  hostSpecial: "These hosts of the redirect URIs have private or special addresses:",
  names: "No other app or account has a similar name.",
  similarTo: "similar to",
  thisApp: "this app",
  itsDeveloper: "its developer",
  sameNames: "The names are the same.",
  sameLetters: "The names differ only in case, spaces, punctuation or symbols.",
  looksLike: (one: string, other: string) => `${one} looks like ${other}`,
  /** Characters with their script and code points, either of which may be empty. */
  character: (text: string, script: string, codePoints: string) =>
    [script, text, codePoints && `(${codePoints})`].filter(Boolean).join(" "),
  scripts: {
    Latin: "Latin",
    Cyrillic: "Cyrillic",
    Greek: "Greek",
    Armenian: "Armenian",
    Cherokee: "Cherokee",
    Coptic: "Coptic",
    Hebrew: "Hebrew",
    Arabic: "Arabic",
    Lisu: "Lisu",
  },
  platformName: "The names do not contain the platform’s name.",
  likePlatform: "These names contain the platform’s name:",
  scopeReasons: "Every scope has a reason of its own.",
  scopesWithoutReason: "The reason is missing, very short, or the same for several scopes:",
  testInstalls: (count: number) =>
    plural(count, {
      one: "The developer has installed it on 1 test merchant.",
      other: "The developer has installed it on # test merchants.",
    }),
  noTestInstalls: "The developer has never installed it on a test merchant.",
  installLink: "Its install link leads merchants to the app.",
  installLinkNowhere: "Merchants cannot install it from its install link: it has neither a launch URL nor a website.",
  mine: "You have claimed this review.",
  claimedNow: "Claimed just now",
  claimedFor: "Claimed for",
  ends: "ends",
  other: "has claimed this review.",
  otherSince: [" has claimed this review (", "). Choose another app, or take the review over."] as [string, string],
  otherHint: "You can decide after the claim ends, or after you take the review over.",
  takeOverEffect: (name: string) =>
    `${name} then loses the claim and cannot decide. A text that was not sent is not saved.`,
  takeOver: "Take over",
  free: "No operator has claimed this review.",
  started: [" started the review ", " and has not decided."] as [string, string],
  claimHint: "Claim it before you decide. For two hours, other operators then cannot decide.",
  withoutClaim: "Decide without claiming",
  claim: "Claim",
  release: "Release claim",
  next: "Next in the queue",
  openNext: "Open next app",
  queueEmpty: "No other apps are waiting for your review.",
  retiredScopes: "The app requests retired scopes, which new apps cannot request:",
  unsent: "Your text",
  unsentHint: "Your text was not sent to the developer and is not saved. Copy it if you still need it.",
  waits: "Waiting for",
  template: (language: string) => `Template (${language})`,
  chooseTemplate: "Choose a template",
  insert: "Insert",
  templates: "Decision templates",
};
