import { secretMatches } from "../../credential/secret.ts";
import { decideInstall } from "../../oauth/install-token.ts";
import type { Query } from "../../store/connection/query.ts";
import { lockInstallToken, useInstallToken } from "../../store/consent/install-tokens.ts";
import type { ConsentDependencies } from "./dependencies.ts";

/** Checks a presented install token without using it, and returns its id; null if it is not valid. */
export async function checkInstallToken(
  deps: ConsentDependencies,
  query: Query,
  presented: { text: string; appId: string; accountId: string | null },
): Promise<string | null> {
  const parsed = deps.format.parse(presented.text, "it");
  if (parsed.kind !== "token") return null;
  const token = await lockInstallToken(query, parsed.id);
  if (token === null) return null;
  // Before the sign-in the account is unknown. `redeemInstallToken` checks it later.
  const accountId = presented.accountId ?? token.accountId;
  const matches = secretMatches(parsed.secret, token.digest);
  const decision = decideInstall({ token, secretMatches: matches, appId: presented.appId, accountId }, token.now);
  return decision.kind === "accept" ? token.id : null;
}

/** Uses an install token whose secret was checked when the request started; false if it is not valid for the account. */
export async function redeemInstallToken(
  query: Query,
  redeemed: { tokenId: string; appId: string; accountId: string },
): Promise<boolean> {
  const token = await lockInstallToken(query, redeemed.tokenId);
  const { appId, accountId } = redeemed;
  if (token === null) return false;
  const decision = decideInstall({ token, secretMatches: true, appId, accountId }, token.now);
  return decision.kind === "accept" && (await useInstallToken(query, token.id));
}
