import { ACCOUNT_MUTANTS } from "./lists/accounts.ts";
import { CACHE_MUTANTS } from "./lists/cache.ts";
import { CANCELLED_MUTANTS } from "./lists/cancelled.ts";
import { CLIENT_MUTANTS } from "./lists/client.ts";
import { DATABASE_MUTANTS } from "./lists/database.ts";
import { HTTP_MUTANTS } from "./lists/http.ts";
import { OAUTH_MUTANTS } from "./lists/oauth.ts";
import { PERMISSION_MUTANTS } from "./lists/permissions.ts";
import { PROXY_MUTANTS } from "./lists/proxies.ts";
import { SERVICE_MUTANTS } from "./lists/service.ts";
import { TEAM_MUTANTS } from "./lists/teams.ts";
import { TOKEN_MUTANTS } from "./lists/tokens.ts";
import type { Mutant } from "./mutant.ts";

export const MUTANTS: readonly Mutant[] = [
  ...TOKEN_MUTANTS,
  ...OAUTH_MUTANTS,
  ...SERVICE_MUTANTS,
  ...PERMISSION_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...TEAM_MUTANTS,
  ...CACHE_MUTANTS,
  ...DATABASE_MUTANTS,
  ...HTTP_MUTANTS,
  ...PROXY_MUTANTS,
  ...CLIENT_MUTANTS,
  ...CANCELLED_MUTANTS,
];
