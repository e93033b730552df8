import { isIP } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import type { MailLanguage } from "../../model/mail.ts";
import type { Actor, Caller } from "../../service/call.ts";
import { RequestError } from "../../service/errors.ts";
import { isMailLanguage } from "../../service/mail/queue-mail.ts";
import { NO_SESSION } from "../errors.ts";
import { ADDRESS, AUTHORIZATION, LANGUAGE, type Metadata, SESSION, USER_AGENT } from "../metadata.ts";
import type { Access } from "./rpc-permissions.ts";
import type { FindCaller } from "./service-key.ts";

/** Resolves a session token to its account; null for an invalid session. */
export type ResolveSession = (token: string) => Promise<Actor | null>;

export interface Admission {
  access: Access | null;
  metadata: Metadata;
  findCaller: FindCaller;
  resolveSession: ResolveSession;
}

/** An authenticated call: the calling service key, the acting account and the client address. */
export interface Admitted {
  caller: Caller;
  actor: Actor | null;
  address: string | null;
  userAgent: string | null;
  language: MailLanguage | null;
}

/**
 * Authenticates and authorizes a call by its metadata: service key, then permission, then session.
 * @throws ConnectError without details for the key, RequestError with reason `SESSION` for a missing session
 */
export async function admit(admission: Admission): Promise<Admitted> {
  const caller = await authenticate(admission);
  const byPermission = entersByPermission(admission.access, caller);
  const found = findActor(admission, caller, byPermission);
  const actor = found === null ? null : await found;
  return {
    caller,
    actor,
    address: addressFrom(admission, caller),
    userAgent: userAgentFrom(admission, caller),
    language: languageFrom(admission, caller),
  };
}

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

async function authenticate({ metadata, findCaller }: Admission): Promise<Caller> {
  const header = metadata(AUTHORIZATION);
  if (header === null) throw new ConnectError("a service key is required", Code.Unauthenticated);
  // Transports join repeated values with a comma. A valid key contains no comma.
  if (header.includes(",")) throw new ConnectError("authorization is included more than once", Code.Unauthenticated);
  const key = BEARER.exec(header)?.[1];
  const caller = key === undefined ? null : await findCaller(key);
  if (caller === null) throw new ConnectError("the service key is not valid", Code.Unauthenticated);
  return caller;
}

/** True if the key's permission suffices, false if a session is needed. Throws if neither suffices. */
function entersByPermission(access: Access | null, caller: Caller): boolean {
  if (access === null) throw new ConnectError("this RPC has no access rule", Code.PermissionDenied);
  if (access.permission !== null && caller.permissions.has(access.permission)) return true;
  if (access.session !== undefined && caller.permissions.has("web:act")) return false;
  throw missingPermission(access.permission ?? "web:act");
}

function missingPermission(permission: string): ConnectError {
  return new ConnectError(`the service key lacks the permission ${permission}`, Code.PermissionDenied);
}

/** Resolves the session, if the RPC allows one. A session that cannot be used rejects the call; it is never ignored. */
function findActor(admission: Admission, caller: Caller, byPermission: boolean): Promise<Actor | null> | null {
  const session = admission.access?.session;
  const token = admission.metadata(SESSION);
  if (token !== null && !caller.permissions.has("web:act")) throw missingPermission("web:act");
  return session === undefined ? null : resolveActor(admission, { session, token, byPermission });
}

interface PresentedSession {
  session: "required" | "optional";
  token: string | null;
  byPermission: boolean;
}

async function resolveActor(
  { resolveSession }: Admission,
  { session, token, byPermission }: PresentedSession,
): Promise<Actor | null> {
  const actor = token === null ? null : await resolveSession(token);
  if (actor !== null || session === "optional") return actor;
  if (token === null && byPermission) return null;
  throw new RequestError("unauthenticated", NO_SESSION, "No account is signed in.");
}

function addressFrom({ metadata }: Admission, { permissions }: Caller): string | null {
  if (!permissions.has("tokens:forward") && !permissions.has("web:act")) return null;
  const address = metadata(ADDRESS);
  return address !== null && isIP(address) !== 0 ? address : null;
}

const USER_AGENT_TEXT = /^[\x20-\x7e]{1,256}$/;

function userAgentFrom({ metadata }: Admission, { permissions }: Caller): string | null {
  const userAgent = permissions.has("web:act") ? metadata(USER_AGENT) : null;
  return userAgent !== null && USER_AGENT_TEXT.test(userAgent) ? userAgent : null;
}

function languageFrom({ metadata }: Admission, { permissions }: Caller): MailLanguage | null {
  const language = permissions.has("web:act") ? metadata(LANGUAGE) : null;
  return isMailLanguage(language) ? language : null;
}
