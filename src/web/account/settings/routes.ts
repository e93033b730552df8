import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUnimplemented, requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { isLanguage } from "../../http/language.ts";
import { setLanguageCookie } from "../../http/language-cookie.ts";
import {
  createContext,
  findSession,
  findSessionWithMemberships,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { accountNavigation } from "../section.ts";
import { hasSecondFactor } from "../security/two-step.ts";
import type { Access } from "./access.ts";
import { type AccountView, accountPage, CHANGES } from "./view.ts";

export const PATH = "/account";

/** `/account`: the name, the e-mail address and the language of the account. */
export function addAccountRoutes(app: FastifyInstance, web: Web): void {
  app.get(PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const signedIn = await findSignedIn(context);
    if (signedIn === null) return toSignIn(reply, context, PATH);
    const changed = queryOf(request).one("changed");
    return show(context, reply, {
      ...signedIn,
      changed: CHANGES.find((one) => one === changed) ?? null,
    });
  });
  // The address of a form stays in the address bar after an error.
  for (const path of ["language", "name", "email", "email/resend", "email/cancel", "verify-email"])
    app.get(`${PATH}/${path}`, { exposeHeadRoute: true }, (_request, reply) => seeOther(reply, PATH));
  app.post(`${PATH}/language`, (request, reply) => setLanguage(createContext(web, request), request, reply));
  app.post(`${PATH}/name`, (request, reply) => rename(createContext(web, request), request, reply));
}

async function rename(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const signedIn = await findSignedIn(context);
  if (signedIn === null) return toSignIn(reply, context, PATH);
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request, back: PATH });
  const name = fields.one("name")?.trim() ?? "";
  try {
    await context.web.clients.accounts.setAccountName({ name }, context.call);
    return seeOther(reply, `${PATH}?changed=name`);
  } catch (failure) {
    const text = nameErrorOf(context, name, failure);
    if (text === null) throw failure;
    return show(context, reply, { ...signedIn, name, errors: [{ field: "name", text }] });
  }
}

/** Changes the language of the pages in this browser, and of the mails to the account. */
async function setLanguage(
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if ((await findSession(context)) === null) return toSignIn(reply, context, PATH);
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request, back: PATH });
  const language = fields.one("language");
  if (!isLanguage(language)) return seeOther(reply, PATH);
  let isStored = true;
  await context.web.clients.accounts.setAccountLanguage({ language }, context.call).catch((failure) => {
    // A core of the previous release stores the language at the next sign-in.
    if (!isUnimplemented(failure)) throw failure;
    isStored = false;
  });
  setLanguageCookie(context.web, reply, language);
  return seeOther(reply, isStored ? `${PATH}?changed=language` : PATH);
}

function nameErrorOf({ t, platformName }: RequestContext, name: string, failure: unknown): string | null {
  const refusal = requestErrorOf(failure);
  if (refusal?.code === Code.InvalidArgument) {
    const length = [...name].length;
    return length >= 1 && length <= 200 ? t.account.nameCharacters : t.account.nameInvalid;
  }
  if (refusal?.reason === "NAME_IN_USE") return t.account.nameInUse(platformName);
  return refusal?.reason === "EXTERNAL_ACCOUNT" ? t.account.nameExternal(platformName) : null;
}

interface Shown extends Access {
  errors?: readonly FieldError[];
  changed?: AccountView["changed"];
  name?: string;
  newEmail?: string;
}

/** The account and its shops; null if signed out. */
export async function findSignedIn(context: RequestContext): Promise<Access | null> {
  const { account, memberships = [] } = (await findSessionWithMemberships(context)) ?? {};
  return account === undefined ? null : { account, memberships };
}

/** Sends the account's page. */
export async function show(
  context: RequestContext,
  reply: FastifyReply,
  { account, memberships, errors = [], changed = null, name = account.name, newEmail = "" }: Shown,
): Promise<FastifyReply> {
  const { accounts } = context.web.clients;
  const [{ mail }, factors, waiting] = await Promise.all([
    accounts.getSignInOptions({}, context.call),
    accounts.getSecondFactors({}, context.call),
    findWaitingEmail(context),
  ]);
  const locked = hasSecondFactor(factors) && factors.verificationRequired;
  const csrfToken = csrfTokenFor("session", context.session ?? "");
  return sendPage(reply, context, {
    status: errors.length > 0 ? 400 : 200,
    title: context.t.account.title,
    body: accountPage(context, {
      account,
      memberships,
      csrfToken,
      errors,
      changed,
      name,
      newEmail,
      waiting,
      mail,
      locked,
    }),
    account,
    wide: true,
    fewPages: true,
    sections: accountNavigation({ ...context, path: PATH }),
    hasErrors: errors.length > 0,
    path: PATH,
  });
}

async function findWaitingEmail({ web, call }: RequestContext): Promise<string | null> {
  try {
    const { newEmail } = await web.clients.accounts.getEmailChange({}, call);
    return newEmail === "" ? null : newEmail;
  } catch (failure) {
    // A core of the previous release does not tell it.
    if (isUnimplemented(failure)) return null;
    throw failure;
  }
}
