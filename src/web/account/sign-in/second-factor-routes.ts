import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PendingSignIn } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { waitText } from "../../components/timestamp.ts";
import type { Fields } from "../../http/fields.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { readKept } from "../../http/kept-input.ts";
import { safeNextPath, signInPath } from "../../http/next-path.ts";
import { createContext, type RequestContext, seeOther, sendPage, type Web } from "../../request-context.ts";
import { isRecoveryCode, type ProofKind, toProof } from "../security/code-field.ts";
import { continueSignedIn, type Destination } from "./continue.ts";
import { expiredPage, PATH, pathOf, type Step, type StepView, stepPage } from "./second-factor-view.ts";

/** The lifetime of the cookie in seconds. The core decides when the pending sign-in expires. */
const LIFETIME = 600;

/** Redirects a sign-in with a correct password to the second step. Stores the token of the pending sign-in in a cookie. */
export function toSecondFactor(
  context: RequestContext,
  reply: FastifyReply,
  pending: PendingSignIn,
  { next, kept }: Destination,
): Promise<FastifyReply> | FastifyReply {
  const { pendingToken } = pending;
  reply.header("set-cookie", context.web.cookies.write("pending", pendingToken, LIFETIME));
  if (kept === null) return seeOther(reply, pathOf(next, false));
  // A redirect cannot carry the input.
  return show(context, reply, { next, kept, recovery: false, passkey: false, errors: [], wait: null, pendingToken });
}

/** `/sign-in/second-factor`: the second step of a sign-in. */
export function addSecondFactorRoutes(app: FastifyInstance, web: Web): void {
  app.get(PATH, { exposeHeadRoute: true }, (request, reply) => {
    const context = createContext(web, request);
    return show(context, reply, { ...stepOf(queryOf(request)), errors: [], wait: null });
  });
  app.post(PATH, (request, reply) => complete(createContext(web, request), request, reply));
}

function stepOf(fields: Fields): Step {
  const chosen = fields.one("with");
  return {
    next: safeNextPath(fields.one("next")),
    kept: readKept(fields.one("kept")),
    recovery: chosen === "recovery",
    passkey: chosen === "passkey",
  };
}

function proofOf({ recovery, passkey }: Step, fields: Fields): { kind: ProofKind; value: string } {
  if (passkey) return { kind: "passkey", value: fields.one("credential") ?? "" };
  const value = fields.one("code") ?? "";
  // A recovery code in the field for a code of the app is meant as one.
  return { kind: recovery || isRecoveryCode(value) ? "recovery" : "totp", value };
}

async function complete(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { web, t } = context;
  const fields = fieldsOf(request);
  const step = stepOf(fields);
  requireCsrf(context, fields, { binding: "form", request, back: pathOf(step.next, step.recovery) });
  const pendingToken = web.cookies.read(request.headers.cookie, "pending") ?? "";
  const { kind, value } = proofOf(step, fields);
  if (kind === "passkey" && value === "") {
    return show(context, reply, { ...step, errors: [{ field: "passkey", text: t.security.passkeyLate }], wait: null });
  }
  const proof = toProof(kind, value);
  try {
    const { session } = await web.clients.accounts.completeSignIn({ pendingToken, proof }, context.call);
    reply.header("set-cookie", web.cookies.clear("pending"));
    return continueSignedIn(context, reply, session, step);
  } catch (failure) {
    const refusal = requestErrorOf(failure);
    if (refusal?.reason === "SECOND_FACTOR") {
      return show(context, reply, { ...step, errors: [wrongProof(context, kind)], wait: null });
    }
    if (refusal?.code === Code.ResourceExhausted) {
      const seconds = refusal.retryAfter ?? 60;
      reply.header("retry-after", String(seconds));
      return show(context, reply, { ...step, errors: [], wait: waitText(t, seconds) });
    }
    if (refusal?.reason !== "SIGN_IN_EXPIRED") throw failure;
    return expired(context, reply, step);
  }
}

function wrongProof({ t }: RequestContext, kind: ProofKind): FieldError {
  if (kind === "passkey") return { field: "passkey", text: t.security.passkeyRefused };
  return { field: "code", text: kind === "recovery" ? t.security.wrongRecoveryCode : t.security.wrongCode };
}

/** `pendingToken`: that of a sign-in whose cookie this response sets. */
type View = Omit<StepView, "pending" | "csrfToken"> & { pendingToken?: string };

async function show(context: RequestContext, reply: FastifyReply, view: View): Promise<FastifyReply> {
  const { web, call, t } = context;
  const pendingToken = view.pendingToken ?? web.cookies.read(reply.request.headers.cookie, "pending");
  if (pendingToken === null) return seeOther(reply, signInPath(view.next));
  try {
    const { pending } = await web.clients.accounts.getPendingSignIn({ pendingToken }, call);
    const recovery = view.recovery || (pending?.totp === false && pending.passkeyOptions === "");
    return sendPage(reply, context, {
      status: view.wait !== null ? 429 : view.errors.length > 0 ? 400 : 200,
      title: t.signIn.secondTitle,
      body: stepPage(context, { ...view, recovery, pending, csrfToken: formToken(context, reply) }),
      account: undefined,
      hasErrors: view.errors.length > 0 || view.wait !== null,
      // After the sign-in, an authorization request that needs no consent redirects to its app.
      target: { kind: "any-app" },
      path: pathOf(view.next, recovery),
      opensAgain: view.kept === null,
      script: context.assets.passkeyScript,
    });
  } catch (failure) {
    if (requestErrorOf(failure)?.reason !== "SIGN_IN_EXPIRED") throw failure;
    return expired(context, reply, view);
  }
}

function expired(context: RequestContext, reply: FastifyReply, { next }: Step): FastifyReply {
  const { web, t } = context;
  reply.header("set-cookie", web.cookies.clear("pending"));
  return sendPage(reply, context, {
    status: 400,
    title: t.signIn.secondTitle,
    body: expiredPage(context, next),
    account: undefined,
    hasErrors: true,
    path: signInPath(next),
    opensAgain: true,
  });
}
