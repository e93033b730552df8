import { secretMatches } from "../../credential/digest.ts";
import { decideInstall, type InstallDecision } from "../../oauth/install-token.ts";
import type { Query } from "../../store/connection/query.ts";
import { lockInstallToken, useInstallToken } from "../../store/consent/install-tokens.ts";
import type { ConsentDependencies } from "./dependencies.ts";

const REFUSED: InstallDecision = { kind: "reject", reason: "install_token_refused" };

/** The presented text of an install token judged; `tokenId` for the interaction, which keeps no text of it. */
export async function judgeInstallToken(
  deps: ConsentDependencies,
  query: Query,
  presented: { text: string; appId: string; accountId: string | null },
): Promise<{ decision: InstallDecision; tokenId: string | null }> {
  const parsed = deps.format.parse(presented.text, "it");
  if (parsed.kind !== "token") return { decision: REFUSED, tokenId: null };
  const token = await lockInstallToken(query, parsed.id);
  if (token === null) return { decision: REFUSED, tokenId: null };
  // Before the sign-in nobody can be the wrong account; whether it is the right one is asked again after it.
  const accountId = presented.accountId ?? token.accountId;
  const matches = secretMatches(parsed.secret, token.digest);
  const decision = decideInstall({ token, secretMatches: matches, appId: presented.appId, accountId }, token.now);
  return { decision, tokenId: token.id };
}

/** Uses an install token up for the account that it has to be: its secret was presented when the request came. False: refused. */
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
