import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { waitText } from "../../components/timestamp.ts";
import type { FaultTexts } from "../../errors/from-failure.ts";
import type { Fields } from "../../http/fields.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { safeNextPath, signInPath } from "../../http/next-path.ts";
import { setSessionCookie } from "../../http/session-cookie.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { findSignedIn, seeOther, sendPage, type Visit, visitOf, type Web } from "../../request-context.ts";
import { type SignInView, signInPage } from "./view.ts";

/** Where people sign in with the platform's own login only. */
const CLOSED: FaultTexts = { PASSWORD_CLOSED: { status: 404, reason: "external_closed", signIn: "afresh" } };

export function addSignInRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-in", { exposeHeadRoute: true }, async (request, reply) => {
    const visit = visitOf(web, request);
    const query = queryOf(request);
    const again = query.one("prompt") === "login";
    const signedIn = (await findSignedIn(visit))?.account ?? null;
    const email = again ? (signedIn?.email ?? "") : "";
    return showForm(visit, reply, { next: safeNextPath(query.one("next")), again, signedIn, email });
  });
  app.post("/sign-in", { config: { faultTexts: CLOSED } }, async (request, reply) =>
    signIn(visitOf(web, request), request, reply),
  );
}

async function signIn(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  const next = safeNextPath(fields.one("next"));
  requireCsrf(visit, fields, { binding: "form", request, back: signInPath(next) });
  const email = fields.one("email")?.trim() ?? "";
  const faults = findErrors(visit, fields);
  if (faults.length > 0) return showForm(visit, reply, { next, email, faults });
  try {
    const { session } = await visit.web.clients.accounts.signIn(
      { email, password: fields.one("password") ?? "" },
      whileConnected(visit.call, reply),
    );
    setSessionCookie(visit, reply, session);
    return seeOther(reply, next ?? "/");
  } catch (failure) {
    return showRefusal(visit, reply, { failure, next, email });
  }
}

function findErrors({ t }: Visit, fields: Fields): FieldError[] {
  const faults: FieldError[] = [];
  if (!fields.one("email")?.trim()) faults.push({ field: "email", text: t.signIn.emailMissing });
  if (!fields.one("password")) faults.push({ field: "password", text: t.signIn.passwordMissing });
  return faults;
}

interface Refused {
  failure: unknown;
  next: string | null;
  email: string;
}

/** One text for whatever does not fit (case C11); a limit says how long. */
function showRefusal(visit: Visit, reply: FastifyReply, { failure, next, email }: Refused): Promise<FastifyReply> {
  const refusal = requestErrorOf(failure);
  switch (refusal?.code) {
    case Code.ResourceExhausted: {
      const seconds = refusal.retryAfter ?? 60;
      reply.header("retry-after", String(seconds));
      return showForm(visit, reply, { next, email, wait: waitText(visit.t, seconds) });
    }
    case Code.Unauthenticated:
    case Code.InvalidArgument:
      return showForm(visit, reply, { next, email, faults: [{ field: "email", text: visit.t.signIn.refused }] });
    default:
      throw failure;
  }
}

/** The app whose install link led here; null: none did. */
async function findAppName({ web, call }: Visit, next: string | null): Promise<string | null> {
  const clientId = /^\/install\/([A-Za-z0-9_-]{1,255})$/.exec(next ?? "")?.[1];
  if (clientId === undefined) return null;
  try {
    return (await web.clients.consent.getInstallPage({ clientId }, call)).app?.name ?? null;
  } catch (failure) {
    if (requestErrorOf(failure)?.code === Code.NotFound) return null;
    throw failure;
  }
}

async function showForm(
  visit: Visit,
  reply: FastifyReply,
  { next, ...rest }: Partial<SignInView> & Pick<SignInView, "next">,
): Promise<FastifyReply> {
  const [options, appName] = await Promise.all([
    visit.web.clients.accounts.getSignInOptions({}, visit.call),
    findAppName(visit, next),
  ]);
  const view: SignInView = {
    options,
    appName,
    csrfToken: formToken(visit, reply),
    next,
    again: false,
    signedIn: null,
    email: "",
    faults: [],
    wait: null,
    ...rest,
  };
  return sendPage(reply, visit, {
    status: view.wait !== null ? 429 : view.faults.length > 0 ? 400 : 200,
    title: visit.t.signIn.title,
    body: signInPage(visit, view),
    account: view.signedIn ?? undefined,
    faulty: view.faults.length > 0 || view.wait !== null,
    // A request that needs no consent, or that is faulty, goes from here straight back to its app.
    target: { kind: "any-app" },
    path: signInPath(next, view.again),
  });
}
