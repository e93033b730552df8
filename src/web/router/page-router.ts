import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type {
  Account,
  ClosedMerchant,
  GetSessionResponse,
  Membership,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import type { AssetUrls } from "../assets.ts";
import type { Html } from "../components/html.ts";
import { pathWith } from "../components/list.ts";
import { statusMessage } from "../components/notice.ts";
import { withMessages } from "../components/page-header.ts";
import { Detour } from "../errors/detour.ts";
import { type ErrorReason, PageError } from "../errors/page-error.ts";
import { toSignIn } from "../errors/send-error.ts";
import { csrfTokenFor } from "../http/csrf.ts";
import type { Fields } from "../http/fields.ts";
import { fieldsOf, queryOf, requireCsrf } from "../http/guard.ts";
import { FORM_OWNER, restorePath, typedFields } from "../http/kept-input.ts";
import { confirmPath, requiredFactorPath, safeNextPath } from "../http/next-path.ts";
import type { FormTarget } from "../http/page-headers.ts";
import { isRead } from "../http/same-origin.ts";
import type { Frame } from "../layout/frame.ts";
import {
  createContext,
  findSession,
  findSessionWithMemberships,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../request-context.ts";
import { type FlashRedirect, redirectWithFlash, withFlash } from "./flash.ts";
import type { Flash } from "./flash-cookie.ts";
import { keepForm, restoredForm, withRestored } from "./lost-form.ts";
import { type RejectedForm, toRejectedForm } from "./rejected-form.ts";

/** A group of pages for the accounts of one role. */
export interface Section {
  isAllowed(account: Account): boolean;
  /** The reason on the error page for accounts without the role. */
  forbidden: ErrorReason;
  /** True if accounts whose role needs a second factor must set it up or prove it first. */
  needsSecondFactor?: boolean;
  title(frame: Frame): string;
  navigation(context: PageContext): Html;
  /** A second header, such as that of the documentation. */
  bar?(context: PageContext): Html;
  /** Reads the counts in the navigation, by names that the section chooses. If the call fails, the navigation has no counts. */
  counts?(context: RequestContext): Promise<Counts>;
  /** Called after each form, because the counts may have changed. */
  changed?(context: RequestContext): void;
  /** True if it has so few pages that a phone always shows its navigation. */
  fewPages?: boolean;
  /** True if a phone shows the navigation as a row that scrolls. */
  phoneRow?: boolean;
  /** True if the navigation shows the merchants of the account. */
  withMemberships?: boolean;
  /** The script of the section. */
  script?(urls: AssetUrls): string;
}

type Counts = Readonly<Record<string, number>>;

/** A request by a signed-in account of the section's role. */
export interface PageContext extends RequestContext {
  account: Account;
  /** The account's first hundred memberships; empty unless the section reads them. */
  memberships: readonly Membership[];
  /** Closed merchants that the account belonged to; empty if it has memberships or the section does not read them. */
  closedMerchants: readonly ClosedMerchant[];
  /** The CSRF token for the forms of the page. */
  csrfToken: string;
  params: Readonly<Record<string, string>>;
  query: Fields;
  counts: Counts;
  /** Values that the page shows once, such as a new secret; null if there are none. */
  flash: Flash | null;
}

export interface Page {
  title: string;
  body: Html;
  /** Default: 200. */
  status?: number;
  /** True if the title has the prefix for errors. Default: true if the status is 400. */
  hasErrors?: boolean;
  target?: FormTarget;
  /** The path whose link the navigation of the section marks. Default: the path of the page. */
  place?: string;
  /** The team that the navigation of the section shows. Default: the chosen team. */
  team?: string;
  /** True if the script of the page sends requests to this origin. */
  live?: boolean;
}

/** A page, a path to redirect to, or a path whose page shows values once. */
export type FormResult = Page | string | FlashRedirect;

export interface PageForm {
  /** Names of fields that may repeat. */
  repeatable?: readonly string[];
  /** Names of the text fields that survive a sign-in if the form comes without a session. `redisplay` shows them. */
  kept?: readonly string[];
  /** The path of the page with the form. */
  basePath(params: Readonly<Record<string, string>>, fields: Fields): string;
  handle(context: PageContext, fields: Fields): Promise<FormResult>;
  /** The text about the result and the next step. The page after the redirect shows it once. */
  done?(context: PageContext, fields: Fields): string;
  /** The form's page with the rejected input and its errors. Without it, errors of the core lead to an error page. */
  redisplay?(context: PageContext, rejected: RejectedForm): Promise<Page>;
}

/** Registers the pages of a section. Signed-out requests go to the sign-in page; forms need their CSRF token. */
export interface PageRouter {
  page(path: string, show: (context: PageContext) => Promise<Page | string>): void;
  form(path: string, form: PageForm): void;
  /**
   * The context, for routes that parse the body or send the response themselves; null if no account is signed in. @throws PageError 403 for
   * an account without the role
   */
  findContext(request: FastifyRequest): Promise<PageContext | null>;
  send(reply: FastifyReply, context: PageContext, result: FormResult): FastifyReply;
}

export function createPageRouter(app: FastifyInstance, web: Web, section: Section): PageRouter {
  const findContext = (request: FastifyRequest) => contextFor(web, section, request);
  const send = (reply: FastifyReply, context: PageContext, result: FormResult) =>
    sendResult(reply, context, { section, result });
  const addForm = (path: string, form: PageForm) =>
    app.post(path, async (request, reply) => {
      const fields = fieldsOf(request, form.repeatable);
      const basePath = form.basePath(request.params as Record<string, string>, fields);
      request.formPage = basePath;
      const context = await findContext(request);
      if (context === null) {
        return keepForm(reply, createContext(web, request), {
          back: basePath,
          accountId: fields.one(FORM_OWNER) ?? "",
          fields: typedFields(fields, form.kept ?? []),
        });
      }
      requireCsrf(context, fields, { binding: "session", request, back: basePath });
      const result = await form
        .handle(context, fields)
        .catch(async (failure): Promise<FormResult> => {
          const rejected = form.redisplay && !needsProof(failure) && toRejectedForm(context, fields, failure);
          if (!rejected) throw failure;
          return { ...(await form.redisplay!(context, rejected)), status: rejected.status, hasErrors: true };
        })
        .catch(orConfirmation(basePath));
      section.changed?.(context);
      return send(reply, { ...context, path: basePath }, withDone(result, form.done?.(context, fields)));
    });
  return {
    findContext,
    send,
    page(path, show) {
      app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
        const context = await findContext(request);
        if (context === null) return toSignIn(reply, createContext(web, request), request.url);
        return send(
          reply,
          context,
          await withFlash({ context, request, reply }, (opened) => showStatus(opened, show))
            .catch(orConfirmation(request.url))
            .catch(orFirstPage(request.url)),
        );
      });
    },
    form(path, form) {
      addForm(path, form);
      if (form.kept !== undefined) addForm(restorePath(path), restoringForm(form));
    },
  };
}

/** Shows a form with the input that was kept through a sign-in. */
function restoringForm({ repeatable, basePath, redisplay }: PageForm): PageForm {
  return {
    ...(repeatable && { repeatable }),
    basePath,
    handle: async (context, fields) => withRestored(context, await redisplay!(context, restoredForm(fields))),
  };
}

/** Adds the status message to a redirect. A result that is a page needs no message, because the page says what has happened. */
export function withDone(result: FormResult, done: string | undefined): FormResult {
  return typeof result === "string" && done !== undefined ? { to: result, flash: { done } } : result;
}

/** Shows a page with the status message of the preceding action, or its warning. */
async function showStatus(context: PageContext, show: (context: PageContext) => Promise<Page | string>) {
  const page = await show(context);
  const { done, warning } = context.flash ?? {};
  if (typeof page === "string" || (done ?? warning) === undefined) return page;
  return {
    ...page,
    body: withMessages(page.body, done === undefined ? statusMessage(warning, "warn") : statusMessage(done)),
  };
}

async function contextFor(web: Web, section: Section, request: FastifyRequest): Promise<PageContext | null> {
  const context = createContext(web, request);
  const found = (await findSessionFor(section, context)) ?? {};
  const {
    account,
    secondFactorRequired = false,
    memberships = [],
    closedMerchants = [],
  }: Partial<SectionSession> = found;
  if (account === undefined || context.session === null) return null;
  if (!section.isAllowed(account)) throw new PageError(403, section.forbidden);
  if (secondFactorRequired && section.needsSecondFactor) {
    throw new Detour(requiredFactorPath(safeNextPath(request.formPage ?? request.url)));
  }
  const params = request.params as Record<string, string>;
  // A form posts to a path of its own, whose query is not that of a page.
  const query = isRead(request) ? queryOf(request) : { one: () => null, all: () => [] };
  const counts = (await section.counts?.(context).catch(() => null)) ?? {};
  return {
    ...context,
    account,
    memberships,
    closedMerchants,
    counts,
    csrfToken: csrfTokenFor("session", context.session),
    params,
    query,
    flash: null,
  };
}

type SectionSession = Omit<GetSessionResponse, "memberships"> & Partial<Pick<GetSessionResponse, "memberships">>;

async function findSessionFor(section: Section, context: RequestContext): Promise<SectionSession | null> {
  return section.withMemberships ? findSessionWithMemberships(context) : findSession(context);
}

interface Sent {
  section: Section;
  result: FormResult;
}

function sendResult(reply: FastifyReply, context: PageContext, { section, result }: Sent): FastifyReply {
  if (typeof result === "string") return seeOther(reply, result);
  if ("flash" in result) return redirectWithFlash(reply, context, result);
  const { place = context.path, team = context.chosenTeam } = result;
  return sendPage(reply, context, {
    ...result,
    title: `${result.title} · ${section.title(context)}`,
    account: context.account,
    wide: true,
    ...(section.fewPages && { fewPages: true }),
    ...(section.phoneRow && { phoneRow: true }),
    sections: section.navigation({ ...context, path: place, chosenTeam: team }),
    bar: section.bar?.(context),
    hasErrors: result.hasErrors ?? result.status === 400,
    script: section.script?.(context.assets),
  });
}

/** The query parameters that carry the page token of a list. */
const PAGE_TOKENS = ["page", "waiting", "reviewing"];

/** True if the core requires a new proof of identity first. */
export function needsProof(failure: unknown): boolean {
  return requestErrorOf(failure)?.reason === "VERIFICATION_REQUIRED";
}

/** Returns an error handler that redirects to the confirmation of identity, which continues with `next`. */
function orConfirmation(next: string) {
  return (failure: unknown): string => {
    if (needsProof(failure)) return confirmPath(next);
    throw failure;
  };
}

/** Returns an error handler that redirects to the first page of a list if its page token is no longer valid. */
function orFirstPage(url: string) {
  return (failure: unknown): string => {
    if (requestErrorOf(failure)?.reason !== "PAGE_TOKEN") throw failure;
    const { pathname, searchParams } = new URL(url, "http://latchkey");
    for (const name of PAGE_TOKENS) searchParams.delete(name);
    return pathWith(pathname, Object.fromEntries(searchParams));
  };
}
