import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type GetSessionResponse, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { hasExpired } from "../../components/badges.ts";
import type { FieldError } from "../../components/form.ts";
import { statusMessage } from "../../components/notice.ts";
import { withMessages } from "../../components/page-header.ts";
import { readOrder } from "../../components/sort.ts";
import type { TrailFrame } from "../../components/trail.ts";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import { PageError } from "../../errors/page-error.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { isConnectPath, safeNextPath } from "../../http/next-path.ts";
import {
  createContext,
  findSessionWithMemberships,
  type PageAnswer,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { redirectWithFlash, withFlash } from "../../router/flash.ts";
import type { Flash } from "../../router/flash-cookie.ts";
import { CONNECTED_APPS, merchantNavigation } from "../merchant-section.ts";
import { noShopPage } from "../no-shop-view.ts";
import { connectedAppPage } from "./app-view.ts";
import { DEFAULT_ORDER, GROUPS, SORT_KEYS } from "./filter.ts";
import { readHistory } from "./history.ts";
import { addHistoryRoutes } from "./history-routes.ts";
import { readRequestedPermissions } from "./permission-change.ts";
import {
  type ConnectedAppsView,
  findInstallation,
  isCompact,
  membershipIn,
  openInstallation,
  type PageSelection,
  readConnectedApps,
  readManagers,
  readScopes,
} from "./read.ts";
import { addRemovalRoutes } from "./removal-routes.ts";
import { isEnded } from "./row-view.ts";
import { uninstallPage } from "./uninstall-view.ts";
import { connectedAppsPage } from "./view.ts";

const errorTexts: ErrorTexts = {
  [Code.NotFound]: { status: 404, reason: "installation_not_found", signIn: "other" },
};

type Request = FastifyRequest<{ Params: { id: string } }>;

/** `/connected-apps`: the apps of a merchant, with pause, resume and disconnect. */
export function addConnectedAppsRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { errorTexts } };
  app.get(CONNECTED_APPS, { ...options, exposeHeadRoute: true }, async (request, reply) => {
    const context = { ...createContext(web, request), query: queryOf(request) };
    const signedIn = await findSessionWithMemberships(context);
    if (signedIn === null) return toSignIn(reply, context, request.url);
    const selection = readSelection(request);
    const page = await withFlash({ context, request, reply }, (opened) => listPage(opened, { signedIn, selection }));
    return sendPage(reply, context, page);
  });
  app.get(`${CONNECTED_APPS}/:id`, { ...options, exposeHeadRoute: true }, async (request: Request, reply) => {
    const context = createContext(web, request);
    const signedIn = await findSessionWithMemberships(context);
    if (signedIn === null) return toSignIn(reply, context, request.url);
    const selection = { ...readSelection(request), merchantId: "", installationId: request.params.id };
    const page = await withFlash({ context, request, reply }, (opened) => onePage(opened, { signedIn, selection }));
    return sendPage(reply, context, page);
  });
  app.get(
    `${CONNECTED_APPS}/:id/disconnect`,
    { ...options, exposeHeadRoute: true },
    async (request: Request, reply) => {
      const context = createContext(web, request);
      const signedIn = await findSessionWithMemberships(context);
      if (signedIn === null) return toSignIn(reply, context, request.url);
      const found = await openInstallation(context, signedIn, request.params.id);
      if (found.state === InstallationState.UNINSTALLED) return seeOther(reply, rowOf(found));
      return askToUninstall(context, reply, { signedIn, one: found });
    },
  );
  for (const [name, step] of STEPS) {
    app.post(`${CONNECTED_APPS}/:id/${name}`, options, (request: Request, reply) =>
      changeInstallation(web, { request, reply, step, name }),
    );
  }
  addRemovalRoutes(app, web, errorTexts);
  addHistoryRoutes(app, web, errorTexts);
}

function readSelection(request: FastifyRequest): PageSelection {
  const query = queryOf(request);
  const one = (name: string) => query.one(name) ?? "";
  const group = GROUPS.find((name) => name === one("state")) ?? null;
  const filter = { search: one("q").trim(), group, order: readOrder(one("sort"), SORT_KEYS, DEFAULT_ORDER) };
  return { merchantId: one("merchant"), installationId: one("installation"), token: one("page"), filter };
}

interface List {
  signedIn: GetSessionResponse;
  selection: PageSelection;
}

async function listPage(
  context: RequestContext & TrailFrame & { flash: Flash | null },
  { signedIn, selection }: List,
): Promise<PageAnswer> {
  const { title } = context.t.connected;
  const { account, closedMerchants } = signedIn;
  const found = await readConnectedApps(context, signedIn, selection);
  const done = context.flash?.done ?? "";
  const status = done !== "" && statusMessage(done);
  if (found === null) {
    const page = noShopPage(context, { title, account, closedMerchants });
    return { title, body: withMessages(page, status), account };
  }
  const view = { ...found, csrfToken: csrfTokenFor("session", context.session ?? ""), done };
  const marked = found.installations.find(({ installationId }) => installationId === found.marked);
  if (marked !== undefined && isCompact(view)) return appPage(context, { signedIn, view, one: marked });
  const { memberships } = signedIn;
  const sections = merchantNavigation(context, { memberships, merchantId: found.merchant.merchantId });
  // The result of an action stands in the card of its app. An app without a card may stand far below.
  const hasCard = marked !== undefined && !isEnded(marked);
  const body = withMessages(connectedAppsPage(context, view), !hasCard && status);
  return { title, body, account, wide: true, sections };
}

/** The page of one app. */
async function onePage(
  context: RequestContext & { flash: Flash | null },
  { signedIn, selection }: List,
): Promise<PageAnswer> {
  const [one, scopes] = await Promise.all([findInstallation(context, selection.installationId), readScopes(context)]);
  const merchant = await membershipIn(context, signedIn, one.merchantId);
  const managers = await readManagers(context, merchant);
  const view = {
    ...{
      memberships: signedIn.memberships,
      merchant,
      installations: [one],
      marked: "",
      token: "",
      next: "",
      counts: [],
      total: null,
      partial: false,
      order: null,
    },
    ...{ filter: selection.filter, csrfToken: csrfTokenFor("session", context.session ?? ""), done: "" },
    scopes,
    managers,
  };
  return appPage(context, { signedIn, view, one });
}

/** The number of events on the page of an app. */
const HISTORY_SIZE = 8;

interface AppAnswer {
  signedIn: GetSessionResponse;
  view: ConnectedAppsView;
  one: Installation;
}

async function appPage(
  context: RequestContext & { flash: Flash | null },
  { signedIn, view, one }: AppAnswer,
): Promise<PageAnswer> {
  const { done, refused } = context.flash ?? {};
  const [requested, history] = await Promise.all([
    readRequestedPermissions(context, view, one),
    readHistory(context, one, { token: "", pageSize: HISTORY_SIZE }),
  ]);
  const status = [done !== undefined && statusMessage(done), refused !== undefined && statusMessage(refused, "warn")];
  const { account, memberships } = signedIn;
  const read = { ...view, requested, history, accountId: account?.accountId ?? "" };
  const body = withMessages(connectedAppPage(context, read, one), status);
  const sections = merchantNavigation(context, { memberships, merchantId: one.merchantId });
  return { title: one.appName, body, account, wide: true, sections };
}

interface UninstallQuestion {
  signedIn: GetSessionResponse;
  one: Installation;
  /** The reason of a rejected form, and its errors. */
  reason?: string;
  errors?: readonly FieldError[];
}

async function askToUninstall(
  context: RequestContext,
  reply: FastifyReply,
  { signedIn, one, reason = "", errors = [] }: UninstallQuestion,
): Promise<FastifyReply> {
  const scopes = await readScopes(context);
  const csrfToken = csrfTokenFor("session", context.session ?? "");
  const body = uninstallPage(context, { one, scopes, csrfToken, reason, errors });
  const title = context.t.connected.confirm.title(one.appName);
  const sections = merchantNavigation(context, { ...signedIn, merchantId: one.merchantId });
  const hasErrors = errors.length > 0;
  const status = hasErrors ? 400 : 200;
  return sendPage(reply, context, { status, title, body, account: signedIn.account, wide: true, sections, hasErrors });
}

type Step = (
  context: RequestContext,
  installationId: string,
  fields: Fields,
) => Promise<{ installation?: Installation | undefined }>;

// Operators and developers, who could act for other parties, also act for the merchant on this page.
const party = Party.MERCHANT;

const STEPS = Object.entries({
  pause: ({ web, call }, installationId) =>
    web.clients.installations.suspendInstallation({ installationId, party, reasonCode: "PAUSED" }, call),
  resume: ({ web, call }, installationId) =>
    web.clients.installations.resumeInstallation({ installationId, party }, call),
  disconnect: ({ web, call }, installationId, fields) => {
    const reasonText = multilineText(fields, "reason_text");
    const reason = reasonText !== "" && { reasonCode: "OTHER", reasonText };
    return web.clients.installations.uninstall({ installationId, party, ...reason }, call);
  },
} satisfies Record<string, Step>) as [StepRequest["name"], Step][];

interface StepRequest {
  request: Request;
  reply: FastifyReply;
  step: Step;
  name: "pause" | "resume" | "disconnect";
}

async function changeInstallation(web: Web, { request, reply, step, name }: StepRequest): Promise<FastifyReply> {
  const context = createContext(web, request);
  const { id } = request.params;
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request, back: CONNECTED_APPS });
  const signedIn = await findSessionWithMemberships(context);
  if (signedIn === null) return toSignIn(reply, context, CONNECTED_APPS);
  const found = await openInstallation(context, signedIn, id);
  let after = found;
  try {
    after = (await step(context, id, fields)).installation ?? found;
  } catch (failure) {
    if (requestErrorOf(failure)?.reason === "NOT_INSTALLED") throw goneError(context, found, failure);
    if (!requestErrorOf(failure)?.violations.some(({ field }) => field === "reason_text")) throw failure;
    const errors = [{ field: "reason_text", text: context.t.connected.confirm.reasonInvalid }];
    return askToUninstall(context, reply, {
      signedIn,
      one: found,
      reason: multilineText(fields, "reason_text"),
      errors,
    });
  }
  const next = safeNextPath(fields.one("next"));
  if (name === "resume" && next !== null && isConnectPath(next)) return seeOther(reply, next);
  const done = context.t.connected.done[resultOf(name, after)](found.appName);
  return redirectWithFlash(reply, context, { to: rowOf(found), flash: { done } });
}

/** The message after a step: an app that is resumed may have no access for another reason. */
function resultOf(name: StepRequest["name"], after: Installation) {
  const isShopSuspended = after.merchantState === MerchantState.SUSPENDED;
  if (name === "pause" && isShopSuspended) return "pauseHeld";
  const isAppStopped = after.appState === AppState.SUSPENDED || after.appState === AppState.REJECTED;
  const isActive = after.state === InstallationState.ACTIVE && !hasExpired(after) && !isShopSuspended && !isAppStopped;
  return name === "resume" && !isActive ? "resumeHeld" : name;
}

/** The error of a step for an app that was uninstalled meanwhile. */
function goneError({ t }: RequestContext, { appName, merchantName }: Installation, cause: unknown): PageError {
  const { gone, title } = t.connected;
  const recovery = { kind: "page", path: CONNECTED_APPS, label: title } as const;
  return new PageError(409, null, { explanation: gone(appName, merchantName), recovery, cause });
}

function rowOf({ installationId }: Installation): string {
  return `${CONNECTED_APPS}?${new URLSearchParams({ installation: installationId })}`;
}
