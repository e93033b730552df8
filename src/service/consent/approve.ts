import { findApprovalError } from "../../oauth/consent.ts";
import { type OAuthReason, publicAnswerOf } from "../../oauth/errors.ts";
import { isPageReason } from "../../oauth/page-reason.ts";
import { toScopeSet } from "../../oauth/scope.ts";
import { findConsentApp } from "../../store/consent/consent-facts.ts";
import { useInteraction } from "../../store/consent/interactions.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { appRefused, errorRedirect, requireRedirectable } from "./answers.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { lockAnswerable, requireCsrf } from "./interaction.ts";
import { issueCode } from "./issue-code.ts";
import { merchantRefused, requireShown } from "./require-shown.ts";

export interface Approval {
  interactionId: string;
  merchantId: string;
  scopes: readonly string[];
  csrfToken: string;
}

/**
 * The merchant's yes: the one code of the interaction. The interaction's row is locked from the first look to the commit, and the code and
 * the interaction's use are written in one transaction, so two yeses at once are one code and one FAILED_PRECONDITION. App, redirect URI,
 * merchant and account are judged again as they are at this moment, and what the page showed is compared with them.
 */
export async function approve(deps: ConsentDependencies, approval: Approval, call: Call): Promise<string> {
  const actor = requireActor(call);
  const shown = requireCsrf(deps, approval, actor);
  return deps.management.transactional(async (tx) => {
    const interaction = await lockAnswerable(tx, approval.interactionId, actor);
    const { id, clientId, request } = interaction;
    const app = requireRedirectable(await findConsentApp(tx.query, clientId), request.redirectUri);
    const { merchantId } = approval;
    const { accountId } = actor;
    await requireShown(tx.query, { shown, app, requestedScopes: request.scopes, merchantId, accountId });
    const scopes = toScopeSet(approval.scopes);
    const fault = findApprovalError({ approved: scopes, requested: request.scopes, scopes: app.scopes });
    if (fault !== null) throw faultyForm(fault);
    const grant = { clientId, request, merchantId, accountId, scopes, remembered: false, call };
    const outcome = await issueCode(deps, tx, grant);
    if (outcome.kind === "reject") refuseForm(outcome.reason);
    if (!(await useInteraction(tx.query, id, outcome.kind === "issued" ? "approve" : "refuse"))) throw usedMeanwhile();
    return outcome.kind === "issued" ? outcome.redirectTo : errorRedirect(deps.issuer, request, outcome.reason);
  });
}

/** What the form itself got wrong: the interaction stays open, for the page's own form does not say such things. */
const OF_FORM: readonly OAuthReason[] = ["account_refused", "role_refused", "test_only"];

/** Refuses what the app is not told: a form that names a merchant which the page did not offer, and an app that may not be redirected to. */
function refuseForm(reason: OAuthReason): void {
  if (isPageReason(reason)) throw appRefused();
  if (!OF_FORM.includes(reason)) return;
  throw merchantRefused(publicAnswerOf(reason).description);
}

function faultyForm(fault: OAuthReason): RequestError {
  return new RequestError("invalid_argument", "SCOPES", publicAnswerOf(fault).description, {
    violations: [{ field: "scopes", description: publicAnswerOf(fault).description }],
  });
}

function usedMeanwhile(): RequestError {
  return new RequestError("failed_precondition", "INTERACTION_USED", "This request was answered already.");
}
