import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUnimplemented, requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import type { Fields } from "../../http/fields.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { readKept } from "../../http/kept-input.ts";
import { safeNextPath, signInPath } from "../../http/next-path.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { createContext, findSession, type RequestContext, sendPage, type Web } from "../../request-context.ts";
import { findConnecting } from "./connecting-app.ts";
import { continueSignedIn } from "./continue.ts";
import { toSecondFactor } from "./second-factor-routes.ts";
import { type SignInView, signInPage } from "./view.ts";

/** The error if password sign-in is disabled, because accounts then sign in through the platform's own login. */
export const CLOSED: ErrorTexts = { PASSWORD_CLOSED: { status: 404, reason: "external_closed", signIn: "afresh" } };

export function addSignInRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-in", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const query = queryOf(request);
    const again = query.one("prompt") === "login";
    const signedIn = (await findSession(context))?.account ?? null;
    const email = again ? (signedIn?.email ?? "") : "";
    const formLost = query.one("lost") === "form" && signedIn === null;
    return showForm(context, reply, { next: safeNextPath(query.one("next")), again, formLost, signedIn, email });
  });
  app.post("/sign-in", { config: { errorTexts: CLOSED } }, async (request, reply) =>
    signIn(createContext(web, request), request, reply),
  );
}

async function signIn(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  const next = safeNextPath(fields.one("next"));
  requireCsrf(context, fields, { binding: "form", request, back: signInPath(next) });
  const email = fields.one("email")?.trim() ?? "";
  const errors = findErrors(context, fields);
  const kept = readKept(fields.one("kept"));
  const formLost = fields.one("lost") === "form";
  const repeated = { next, email, formLost, kept, ...(await readConfirmation(context, fields, email)) };
  if (errors.length > 0) return showForm(context, reply, { ...repeated, errors });
  try {
    const { session, pending } = await context.web.clients.accounts.signIn(
      { email, password: fields.one("password") ?? "" },
      whileConnected(context.call, reply),
    );
    if (pending !== undefined) return toSecondFactor(context, reply, pending, { next, kept });
    return continueSignedIn(context, reply, session, { next, kept });
  } catch (failure) {
    return showRefusal(context, reply, failure, repeated);
  }
}

type Confirmation = Pick<SignInView, "again" | "signedIn">;

/** Whether the form was that of a new sign-in, and the account that it named if it is still signed in. */
async function readConfirmation(context: RequestContext, fields: Fields, email: string): Promise<Confirmation> {
  const again = fields.one("prompt") === "login";
  const account = again ? (await findSession(context))?.account : undefined;
  return { again, signedIn: account?.email === email ? account : null };
}

function findErrors({ t }: RequestContext, fields: Fields): FieldError[] {
  const errors: FieldError[] = [];
  if (!fields.one("email")?.trim()) errors.push({ field: "email", text: t.signIn.emailRequired });
  if (!fields.one("password")) errors.push({ field: "password", text: t.signIn.passwordRequired });
  return errors;
}

type RejectedForm = Confirmation & Pick<SignInView, "next" | "email" | "formLost" | "kept">;

/**
 * Shows the form with one message for all wrong credentials (docs/conformance.md, C11). For a rate limit, the message says how long to
 * wait.
 */
function showRefusal(
  context: RequestContext,
  reply: FastifyReply,
  failure: unknown,
  form: RejectedForm,
): Promise<FastifyReply> {
  const refusal = requestErrorOf(failure);
  switch (refusal?.code) {
    case Code.ResourceExhausted: {
      const seconds = refusal.retryAfter ?? 60;
      reply.header("retry-after", String(seconds));
      return showForm(context, reply, { ...form, wait: seconds });
    }
    case Code.Unauthenticated:
    case Code.InvalidArgument:
      return showForm(context, reply, {
        ...form,
        errors: [{ field: form.signedIn === null ? "email" : "password", text: context.t.signIn.wrongCredentials }],
      });
    default:
      throw failure;
  }
}

/** Handles a core of the previous release, which has no sign-in with passkeys. */
function orNoPasskeys(failure: unknown): { options: string } {
  if (isUnimplemented(failure)) return { options: "" };
  throw failure;
}

/** The sign-in page. */
export async function showForm(
  context: RequestContext,
  reply: FastifyReply,
  { next, ...rest }: Partial<SignInView> & Pick<SignInView, "next">,
): Promise<FastifyReply> {
  const { accounts } = context.web.clients;
  const [options, passkey, connecting] = await Promise.all([
    accounts.getSignInOptions({}, context.call),
    accounts.startPasskeySignIn({}, context.call).catch(orNoPasskeys),
    findConnecting(context, next),
  ]);
  const view: SignInView = {
    options,
    passkeyOptions: passkey.options,
    ...connecting,
    csrfToken: formToken(context, reply),
    next,
    again: false,
    formLost: false,
    kept: null,
    signedIn: null,
    email: "",
    errors: [],
    wait: null,
    ...rest,
  };
  return sendPage(reply, context, {
    status: statusOf(view),
    title: context.t.signIn.title,
    body: signInPage(context, view),
    account: view.signedIn ?? undefined,
    hasErrors: view.errors.length > 0 || view.wait !== null,
    // After the sign-in, an authorization request that is invalid or needs no consent redirects to its app.
    target: { kind: "any-app" },
    path: signInPath(next, view.again ? "again" : undefined),
    opensAgain: view.kept === null,
    script: context.assets.passkeyScript,
  });
}

function statusOf({ wait, errors, kept }: SignInView): number {
  if (wait !== null) return 429;
  if (errors.length > 0) return 400;
  // The form that came without a session was not processed.
  return kept === null ? 200 : 403;
}
