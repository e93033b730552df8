import type { CallOptions } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GetSessionResponse } from "../../gen/latchkey/v1/account_service_pb.ts";
import { clientAddress } from "../observe/address.ts";
import { isSessionMissing } from "../rpc/errors.ts";
import { ADDRESS, LANGUAGE, REQUEST_ID, SESSION, USER_AGENT } from "../rpc/metadata.ts";
import type { AssetUrls } from "./assets.ts";
import type { CurrentBrand } from "./brand/current-brand.ts";
import type { WebDeps } from "./deps.ts";
import { withPlatformName } from "./docs/platform-name.ts";
import type { CookieJar } from "./http/cookie-jar.ts";
import type { KeptInput } from "./http/kept-input.ts";
import { type Language, MESSAGES, pickLanguage } from "./http/language.ts";
import { safeNextPath } from "./http/next-path.ts";
import { type FormTarget, setPageHeaders } from "./http/page-headers.ts";
import { isRead, ownReferer } from "./http/same-origin.ts";
import type { Frame } from "./layout/frame.ts";
import { layout, type PageView } from "./layout/layout.ts";

/** The dependencies of all pages. */
export interface Web extends Omit<WebDeps, "brand"> {
  brand: CurrentBrand;
  cookies: CookieJar;
  assets: AssetUrls;
  /** Sends the sign-in page after a form without a session, because sections do not import each other. */
  showSignIn(context: RequestContext, reply: FastifyReply, view: LostFormView): Promise<FastifyReply>;
}

interface LostFormView {
  /** The path after the sign-in, without the input. */
  next: string;
  formLost: boolean;
  kept: KeptInput;
}

/** The context of a request. */
export interface RequestContext extends Frame {
  web: Web;
  /** The session token in the cookie, which only the core verifies; null if there is none. */
  session: string | null;
  /**
   * The id of the team that the account chose in the developer portal; null if it chose none. The value comes from a cookie and is not
   * checked.
   */
  chosenTeam: string | null;
  /** The client id of the app that the account chose last in the documentation; null if it chose none. Not checked either. */
  chosenApp: string | null;
  /** The path and the query of the own page that led to this one; null if another page or none did. */
  cameFrom: string | null;
  /** Options of each call: session, client address and request id as metadata, and the timeout. */
  call: CallOptions;
}

/** The timeout of calls in milliseconds. Slower calls lead to a 503. */
const CORE_TIMEOUT_MS = 5_000;

export function createContext(web: Web, request: FastifyRequest): RequestContext {
  const { cookie } = request.headers;
  const session = web.cookies.read(cookie, "session");
  const language: Language = pickLanguage(web.cookies.read(cookie, "language"), request.headers["accept-language"]);
  const brand = web.brand.frame();
  return {
    web,
    session,
    chosenTeam: web.cookies.read(cookie, "team"),
    chosenApp: web.cookies.read(cookie, "app"),
    language,
    t: withPlatformName(MESSAGES[language], brand.name),
    platformName: brand.name,
    brand,
    assets: web.assets,
    path: isRead(request) ? request.url : null,
    cameFrom: ownReferer(request.headers, web.publicUrl),
    call: { headers: { ...metadataOf(request, session), [LANGUAGE]: language }, timeoutMs: CORE_TIMEOUT_MS },
  };
}

function metadataOf(request: FastifyRequest, session: string | null): Record<string, string> {
  const headers: Record<string, string> = { [REQUEST_ID]: request.id };
  const address = clientAddress(request);
  if (address !== null) headers[ADDRESS] = address;
  if (session !== null) headers[SESSION] = session;
  // Removes other characters, because metadata values must be printable ASCII.
  const userAgent = request.headers["user-agent"]?.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 256);
  if (userAgent) headers[USER_AGENT] = userAgent;
  return headers;
}

/** The session; null if there is no valid session. Other errors are thrown. */
export async function findSession(context: RequestContext): Promise<Omit<GetSessionResponse, "memberships"> | null> {
  return readSession(context, true);
}

/** The session with the account's first hundred memberships. */
export async function findSessionWithMemberships(context: RequestContext): Promise<GetSessionResponse | null> {
  return readSession(context, false);
}

async function readSession({ web, session, call }: RequestContext, withoutMemberships: boolean) {
  if (session === null) return null;
  try {
    return await web.clients.accounts.getSession({ withoutMemberships }, call);
  } catch (failure) {
    if (isSessionMissing(failure)) return null;
    throw failure;
  }
}

/** Ends the session of the request, if it has not ended yet. */
export async function endSession({ web, session, call }: RequestContext): Promise<void> {
  if (session === null) return;
  try {
    await web.clients.accounts.signOut({}, call);
  } catch (failure) {
    if (!isSessionMissing(failure)) throw failure;
  }
}

export interface PageAnswer extends PageView {
  status?: number;
  /** The allowed targets of the page's forms. Default: this origin. */
  target?: FormTarget;
  /** True if the script of the page sends requests to this origin. */
  live?: boolean;
  /** The path to which language links return. Default: the path of the request. */
  path?: string;
  /**
   * True if the answer to a form becomes the page at `path` in the browser's history: Back and a reload open that page, in place of the
   * browser's error page for a form that it did not store. Such a page has no input that must not be lost.
   */
  opensAgain?: boolean;
}

export function sendPage(reply: FastifyReply, context: RequestContext, answer: PageAnswer): FastifyReply {
  setPageHeaders(reply, answer.target, answer);
  const frame: Frame = { ...context, path: safeNextPath(answer.path ?? context.path) };
  const historyPath = answer.opensAgain && !isRead(reply.request) ? frame.path : null;
  return reply
    .code(answer.status ?? 200)
    .headers({ "content-type": "text/html; charset=utf-8", "content-language": context.language })
    .send(layout(frame, { ...answer, historyPath }).toString());
}

/** Redirects with 303, so that the browser continues with GET (RFC 9700 §4.12). */
export function seeOther(reply: FastifyReply, location: string): FastifyReply {
  setPageHeaders(reply);
  return reply.code(303).header("location", location).send();
}
