import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPasswordAllowed } from "../../../credential/password-rules.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { waitText } from "../../components/timestamp.ts";
import { toSignIn } from "../../errors/send-error.ts";
import type { Fields } from "../../http/fields.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { confirmPath } from "../../http/next-path.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { createContext, type RequestContext, type Web } from "../../request-context.ts";
import { type FormResult, needsProof, type Page, type PageContext, type PageRouter } from "../../router/page-router.ts";
import { newPasswordError } from "../sign-up/validation.ts";
import { PASSWORD, PATH } from "./paths.ts";

/** The paths to which the form is sent, and the pages after a change. Pages of earlier releases send the form to `/account`. */
const ROUTES = [
  { path: PASSWORD, changed: `${PATH}?done=passwordChanged` },
  { path: "/account", changed: "/account?changed=yes" },
] as const;

interface Pages {
  router: PageRouter;
  /** The security page with the errors of the form. */
  redisplay(context: PageContext, errors: readonly FieldError[]): Promise<Page>;
}

/** The form for a new password. Not a form of the router, because it needs `reply` to stop hashing when the browser disconnects. */
export function addPasswordRoutes(app: FastifyInstance, web: Web, pages: Pages): void {
  for (const { path, changed } of ROUTES) {
    app.post(path, async (request, reply) => {
      request.formPage = PATH;
      const context = await pages.router.findContext(request);
      if (context === null) return toSignIn(reply, createContext(web, request), PATH);
      const result = await change(context, pages, { request, reply });
      return pages.router.send(reply, { ...context, path: PATH }, result ?? changed);
    });
  }
}

/** Null if the password was changed. */
async function change(
  context: PageContext,
  { redisplay }: Pages,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FormResult | null> {
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request, back: PATH });
  const reject = async (errors: readonly FieldError[]) => ({ ...(await redisplay(context, errors)), status: 400 });
  const errors = findErrors(context, fields);
  if (errors.length > 0) return reject(errors);
  const passwords = {
    currentPassword: fields.one("current_password") ?? "",
    newPassword: fields.one("new_password") ?? "",
  };
  try {
    await context.web.clients.accounts.changePassword(passwords, whileConnected(context.call, reply));
    return null;
  } catch (failure) {
    if (needsProof(failure)) return confirmPath(PATH);
    const error = fieldErrorOf(context, failure);
    if (error === null) throw failure;
    return reject([error]);
  }
}

function findErrors({ t }: RequestContext, fields: Fields): FieldError[] {
  const errors: FieldError[] = [];
  if (!fields.one("current_password")) errors.push({ field: "current_password", text: t.account.currentRequired });
  if (!isPasswordAllowed(fields.one("new_password") ?? "")) {
    errors.push({ field: "new_password", text: t.signUp.passwordInvalid });
  }
  return errors;
}

function fieldErrorOf({ t }: RequestContext, failure: unknown): FieldError | null {
  const refusal = requestErrorOf(failure);
  if (refusal?.reason === "CREDENTIALS") return { field: "current_password", text: t.account.wrongPassword };
  if (refusal?.code === Code.ResourceExhausted) {
    return { field: "current_password", text: t.signIn.throttled(waitText(t, refusal.retryAfter ?? 60)) };
  }
  return newPasswordError(t, failure, "new_password");
}
