import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { isSessionMissing, requestErrorOf } from "../../../rpc/errors.ts";
import { defaultChoice } from "../../components/consent/default-choice.ts";
import {
  describeChanges,
  isUnchanged,
  onlyMerchant,
  readDisplayed,
} from "../../components/consent/displayed-fields.ts";
import type { Choice, ConsentView } from "../../components/consent/facts.ts";
import { consentHeading, consentPage } from "../../components/consent/view.ts";
import { isStopped, stoppedHeading } from "../../components/stopped-connection.ts";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import { PageError } from "../../errors/page-error.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfMatches, csrfTokenFor } from "../../http/csrf.ts";
import type { Fields } from "../../http/fields.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { FORM_OWNER, restorePath } from "../../http/kept-input.ts";
import { signInPath } from "../../http/next-path.ts";
import {
  createContext,
  findSession,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { keepForm } from "../../router/lost-form.ts";
import { readRefusal } from "../refusal/read.ts";
import { readApproval } from "./approval.ts";
import { forbiddenPage } from "./forbidden-view.ts";
import { choiceFields, restoredChoice } from "./kept-choice.ts";
import { findResumable } from "./resumable.ts";
import { stoppedPage } from "./stopped-view.ts";
import { forgetWantedScope, readWantedScope } from "./wanted-scope.ts";

const REFUSED = { reason: "consent_refused" } as const;

const errorTexts: ErrorTexts = {
  [Code.NotFound]: { status: 404, reason: "interaction_not_found", signIn: "other" },
  INTERACTION_EXPIRED: { status: 410, reason: "interaction_expired", connectAgain: true },
  "APP_REFUSED:suspended": { status: 409, reason: "app_suspended", connectAgain: true },
  APP_REFUSED: { status: 409, reason: "app_refused" },
  "INTERACTION_USED:approve": { status: 409, reason: "interaction_approved", connectAgain: true },
  "INTERACTION_USED:deny": { status: 409, reason: "interaction_denied", connectAgain: true },
  INSTALL_TOKEN: { status: 400, reason: "install_token" },
  [Code.FailedPrecondition]: { status: 409, reason: "interaction_used", connectAgain: true },
  [Code.InvalidArgument]: { ...REFUSED, status: 400 },
  [Code.PermissionDenied]: { ...REFUSED, status: 403 },
};

const INTERACTION_ID = /^[A-Za-z0-9_-]{1,64}$/;

type Request = FastifyRequest<{ Params: { id: string } }>;

/** `/interactions/{id}`: the consent page. One form with two buttons approves or denies. */
export function addConsentRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { errorTexts } };
  // The route has no HEAD, because opening an interaction binds it to the account, and may issue the code of a remembered consent.
  app.get("/interactions/:id", options, async (request: Request, reply) => {
    const context = createContext(web, request);
    const { id } = request.params;
    const opened = await openInteraction(context, id);
    return opened.kind === "open"
      ? show(context, reply, { id, consent: opened.consent })
      : redirectElsewhere(context, reply, opened);
  });
  app.post("/interactions/:id", options, async (request: Request, reply) => {
    const context = createContext(web, request);
    const { id } = request.params;
    const fields = fieldsOf(request, ["scope"]);
    const opened = await openInteraction(context, id).catch((failure) => denyAgain(context, { id, fields, failure }));
    if (opened.kind === "sign-in") {
      const accountId = fields.one(FORM_OWNER) ?? "";
      return keepForm(reply, context, { back: opened.path, accountId, fields: choiceFields(fields) });
    }
    forgetWantedScope(context, request, reply);
    if (opened.kind !== "open") return redirectElsewhere(context, reply, opened);
    return decide(context, reply, { id, consent: opened.consent, fields });
  });
  app.post(restorePath("/interactions/:id"), options, async (request: Request, reply) => {
    const context = createContext(web, request);
    const { id } = request.params;
    const fields = fieldsOf(request, ["scope"]);
    const opened = await openInteraction(context, id);
    if (opened.kind !== "open") return redirectElsewhere(context, reply, opened);
    requireCsrf(context, fields, { binding: "session", request, back: `/interactions/${id}` });
    const { consent } = opened;
    return show(context, reply, { id, consent, ...restoredChoice(context.t, consent, fields) });
  });
}

type Opened =
  | { kind: "open"; consent: GetInteractionResponse }
  /** No account is signed in. */
  | { kind: "sign-in"; path: string }
  /** The app requires a new sign-in, or the request needs no consent page. */
  | { kind: "elsewhere"; location: string };

/** The interaction of the signed-in account, or the redirect to follow instead. */
async function openInteraction(context: RequestContext, id: string): Promise<Opened> {
  if (!INTERACTION_ID.test(id)) throw new PageError(404, "interaction_not_found");
  const path = `/interactions/${id}`;
  if (context.session === null) return { kind: "sign-in", path };
  const consent = await context.web.clients.consent
    .getInteraction({ interactionId: id }, context.call)
    .catch(orNoSession);
  if (consent === null) return { kind: "sign-in", path };
  if (consent.signInRequired) return { kind: "elsewhere", location: signInPath(path, "again") };
  return consent.redirectTo === "" ? { kind: "open", consent } : { kind: "elsewhere", location: consent.redirectTo };
}

function orNoSession(failure: unknown): null {
  if (isSessionMissing(failure)) return null;
  throw failure;
}

/** Answers a denial that is sent a second time like the first one. @throws the failure for every other form */
async function denyAgain(
  { web, call }: RequestContext,
  { id, fields, failure }: { id: string; fields: Fields; failure: unknown },
): Promise<Opened> {
  if (requestErrorOf(failure)?.reason !== "INTERACTION_USED" || fields.one("decision") !== "deny") throw failure;
  const request = { interactionId: id, csrfToken: fields.one("csrf_token") ?? "" };
  const denied = await web.clients.consent.deny(request, call).catch(() => null);
  if (denied === null) throw failure;
  return { kind: "elsewhere", location: denied.redirectTo };
}

function redirectElsewhere(
  context: RequestContext,
  reply: FastifyReply,
  to: Exclude<Opened, { kind: "open" }>,
): FastifyReply {
  return to.kind === "sign-in" ? toSignIn(reply, context, to.path) : seeOther(reply, to.location);
}

interface Interaction {
  id: string;
  consent: GetInteractionResponse;
}

async function decide(
  context: RequestContext,
  reply: FastifyReply,
  { id, consent, fields }: Interaction & { fields: Fields },
): Promise<FastifyReply> {
  const csrfToken = fields.one("csrf_token") ?? "";
  const { consent: client } = context.web.clients;
  switch (fields.one("decision")) {
    case "deny":
      return follow(reply, id, client.deny({ interactionId: id, csrfToken }, context.call));
    case "approve": {
      const { merchantId, scopes, errors } = readApproval(context.t, consent, fields);
      if (errors.length > 0) {
        requireNewest(consent, { id, csrfToken });
        return show(context, reply, { id, consent, choice: { merchantId, scopes }, errors });
      }
      const approving = client.approve({ interactionId: id, merchantId, scopes, csrfToken }, context.call);
      return follow(reply, id, approving).catch((failure) => {
        if (!isOfAnotherPage(failure, consent, csrfToken)) throw failure;
        return showAgain(context, reply, { id, fields, choice: { merchantId, scopes } });
      });
    }
    default:
      requireNewest(consent, { id, csrfToken });
      throw new PageError(400, "form_malformed");
  }
}

/** True if the approval failed because the submitted page is outdated. */
function isOfAnotherPage(failure: unknown, now: GetInteractionResponse, csrfToken: string): boolean {
  const reason = requestErrorOf(failure)?.reason;
  return reason === "CONSENT_CHANGED" || (reason === "MERCHANT_REFUSED" && !isUnchanged(now, csrfToken));
}

/** Shows the current page with the submitted choice and the changes. */
async function showAgain(
  context: RequestContext,
  reply: FastifyReply,
  { id, fields, choice }: { id: string; fields: Fields; choice: Choice },
): Promise<FastifyReply> {
  const opened = await openInteraction(context, id);
  if (opened.kind !== "open") return redirectElsewhere(context, reply, opened);
  const { consent } = opened;
  return show(context, reply, {
    id,
    consent,
    choice,
    changes: describeChanges(context.t, readDisplayed(fields), consent),
  });
}

/**
 * Redirects to the result. The core checks the CSRF token: after a rotation of TOKEN_KEY, the current page has another token, and only the
 * core knows the earlier keys.
 */
async function follow(reply: FastifyReply, id: string, answer: Promise<{ redirectTo: string }>): Promise<FastifyReply> {
  try {
    return seeOther(reply, (await answer).redirectTo);
  } catch (failure) {
    throw requestErrorOf(failure)?.reason === "CSRF" ? notThisPage(id) : failure;
  }
}

/** Checks the CSRF token of a form that calls no RPC: the token must be that of the current page. */
function requireNewest(consent: GetInteractionResponse, { id, csrfToken }: { id: string; csrfToken: string }): void {
  if (!csrfMatches(consent.csrfToken, csrfToken)) throw notThisPage(id);
}

function notThisPage(id: string): PageError {
  return new PageError(403, "form_token", { recovery: { kind: "retry", path: `/interactions/${id}` } });
}

async function show(
  context: RequestContext,
  reply: FastifyReply,
  {
    id,
    consent,
    choice,
    errors = [],
    changes = [],
    restored = false,
  }: Interaction & Partial<Pick<ConsentView, "choice" | "errors" | "changes" | "restored">>,
): Promise<FastifyReply> {
  const account = (await findSession(context))?.account;
  const target = { kind: "app", origin: consent.redirectOrigin } as const;
  const path = `/interactions/${id}`;
  const name = consent.app?.name ?? "";
  if (consent.consentForbidden || consent.merchants.length === 0) {
    if (account === undefined) return toSignIn(reply, context, path);
    const refusal = await readRefusal(context, consent.app);
    const body = forbiddenPage(context, { id, consent, account, refusal, publicUrl: context.web.publicUrl });
    return sendPage(reply, context, {
      status: 403,
      title: context.t.consent.forbidden.title(name),
      body,
      account,
      target,
      path,
    });
  }
  const merchant = onlyMerchant(consent);
  if (merchant !== undefined && isStopped(merchant)) {
    const resumable = await findResumable(context, consent.app, merchant);
    const body = stoppedPage(context, {
      ...{ id, consent, account, merchant, resumable },
      csrfToken: csrfTokenFor("session", context.session ?? ""),
    });
    const title = stoppedHeading(context, name, merchant);
    return sendPage(reply, context, { status: 403, title, body, account, target, path });
  }
  const clientId = consent.app?.clientId ?? "";
  const wanted = account === undefined ? "" : readWantedScope(context, reply.request, { account, clientId });
  const view = { id, consent, account, choice: choice ?? defaultChoice(consent, wanted), errors, changes, restored };
  return sendPage(reply, context, {
    status: changes.length > 0 ? 409 : errors.length > 0 ? 400 : 200,
    title: consentHeading(context, consent),
    body: consentPage(context, view),
    account,
    hasErrors: errors.length > 0 || changes.length > 0,
    target,
    path,
  });
}
