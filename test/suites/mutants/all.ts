import { ACCOUNT_MUTANTS } from "./lists/accounts.ts";
import { CLIENT_MUTANTS } from "./lists/client.ts";
import { DATABASE_MUTANTS } from "./lists/database.ts";
import { EDGE_MUTANTS } from "./lists/edge.ts";
import { FEED_MUTANTS } from "./lists/feed.ts";
import { LATE_MUTANTS } from "./lists/late.ts";
import { OAUTH_MUTANTS } from "./lists/oauth.ts";
import { SERVICE_MUTANTS } from "./lists/service.ts";
import type { Mutant } from "./mutant.ts";

export const MUTANTS: readonly Mutant[] = [
  ...OAUTH_MUTANTS,
  ...SERVICE_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...FEED_MUTANTS,
  ...DATABASE_MUTANTS,
  ...EDGE_MUTANTS,
  ...CLIENT_MUTANTS,
  ...LATE_MUTANTS,
];
