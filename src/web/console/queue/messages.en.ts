import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the review queue. */
export const en = {
  title: "Review queue",
  lead: "A claim reserves the review of an app for you for two hours.",
  groups: { mine: "Being reviewed by you", waiting: "Waiting for review", others: "Being reviewed by others" },
  waitingNone: "No apps are waiting for review.",
  app: "App",
  developer: "Developer",
  newApp: "New app",
  revision: (number: number) => `Revision ${number}`,
  /** @param times how often a review returned the app to its developer */
  resubmitted: (times: number) => plural(times, { one: "Submitted again", other: "Submitted again # times" }),
  firstSubmitted: "First submitted",
  /** The name looks like that of another app or account. */
  similarName: "Similar name",
  scopes: "Scopes",
  scopeCount: (count: number) => plural(count, { one: "1 scope", other: "# scopes" }),
  sensitive: (count: number) => `${count} sensitive`,
  restricted: (count: number) => `${count} restricted`,
  age: "Waiting for",
  claimEnds: "Claim ends",
  reviewer: "Reviewer",
  step: "Next step",
  claim: "Claim",
  resume: "Continue review",
  own: "Your team’s app",
  templates: "Decision templates",
  search: "Name",
};
