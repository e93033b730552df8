import { findApprovalError } from "../../oauth/consent.ts";
import { type OAuthReason, publicAnswerOf } from "../../oauth/errors.ts";
import { isPageReason } from "../../oauth/page-reason.ts";
import { toScopeSet } from "../../oauth/scope.ts";
import { findConsentApp } from "../../store/consent/consent-facts.ts";
import { useInteraction } from "../../store/consent/interactions.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { interactionUsed, lockShownInteraction, requireCsrf } from "./interaction.ts";
import { issueCode } from "./issue-code.ts";
import { merchantRefused } from "./page-content.ts";
import { requireUnchangedPage } from "./page-digest.ts";
import { appRefused, errorRedirect, requireRedirectable } from "./redirects.ts";

export interface ApproveRequest {
  interactionId: string;
  merchantId: string;
  scopes: readonly string[];
  csrfToken: string;
}

/**
 * Issues the interaction's code and returns the redirect URI. The code is stored and the interaction marked as used in one transaction that
 * locks the interaction, so concurrent approvals issue one code. The transaction checks app, merchant, account and page content again.
 */
export async function approve(deps: ConsentDependencies, request: ApproveRequest, call: Call): Promise<string> {
  const actor = requireActor(call);
  const pageDigest = requireCsrf(deps, request, actor);
  return deps.management.transactional(async (tx) => {
    const { id, clientId, request: authorization } = await lockShownInteraction(tx, request.interactionId, actor);
    const { redirectUri } = authorization;
    const app = requireRedirectable(await findConsentApp(tx.query, clientId), { redirectUri, shown: true });
    const { merchantId } = request;
    const { accountId } = actor;
    const page = { pageDigest, app, requestedScopes: authorization.scopes, merchantId, accountId };
    await requireUnchangedPage(tx.query, page);
    const scopes = toScopeSet(request.scopes);
    const error = findApprovalError({ approved: scopes, requested: authorization.scopes, scopes: app.scopes });
    if (error !== null) throw invalidScopes(error);
    const grant = { clientId, request: authorization, merchantId, accountId, scopes, remembered: false, call };
    const outcome = await issueCode(deps, tx, grant);
    if (outcome.kind === "reject") throwFormError(outcome.reason);
    const decision = outcome.kind === "issued" ? "approve" : "refuse";
    if (!(await useInteraction(tx.query, id, decision))) throw interactionUsed();
    return outcome.kind === "issued" ? outcome.redirectTo : errorRedirect(deps.issuer, authorization, outcome.reason);
  });
}

/** Errors of the submitted form. They are not sent to the app, and the interaction stays open. */
const FORM_ERRORS: readonly OAuthReason[] = ["account_refused", "role_refused", "test_only"];

/** @throws RequestError for a reason that must not be redirected to the app */
function throwFormError(reason: OAuthReason): void {
  if (isPageReason(reason)) throw appRefused();
  if (FORM_ERRORS.includes(reason)) throw merchantRefused(publicAnswerOf(reason).description);
}

function invalidScopes(reason: OAuthReason): RequestError {
  const { description } = publicAnswerOf(reason);
  const violations = [{ field: "scopes", description }];
  return new RequestError("invalid_argument", "SCOPES", description, { violations });
}
