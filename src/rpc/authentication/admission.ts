import { isIP } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Actor, Caller } from "../../service/call.ts";
import { RequestError } from "../../service/errors.ts";
import { NO_SESSION } from "../errors.ts";
import { ADDRESS, AUTHORIZATION, type Metadata, SESSION } from "../metadata.ts";
import type { Access } from "./access.ts";
import type { FindCaller } from "./service-key.ts";

/** The account of a session token; null where no such session stands. */
export type ResolveSession = (token: string) => Promise<Actor | null>;

export interface Admission {
  access: Access | null;
  metadata: Metadata;
  findCaller: FindCaller;
  resolveSession: ResolveSession;
}

/** Who calls, for which account, from where. */
export interface Admitted {
  caller: Caller;
  actor: Actor | null;
  address: string | null;
}

/**
 * Decides whether a call may go on, from its metadata alone: the key, then its permission, then the session. A fault of the key is an error
 * without a detail; a missing session is a RequestError of reason `SESSION`.
 */
export async function admit(admission: Admission): Promise<Admitted> {
  const caller = await authenticate(admission);
  const byRight = entersByPermission(admission.access, caller);
  return { caller, actor: await findActor(admission, caller, byRight), address: addressFrom(admission, caller) };
}

/** As `admit` where nothing has to be waited for: the key is at hand and has the permission, and no session was sent. Null: ask `admit`. */
export function admitAtOnce(admission: Omit<Admission, "resolveSession">): Admitted | null {
  const { access, metadata, findCaller } = admission;
  if (access === null || access.permission === null || metadata(SESSION) !== null) return null;
  const key = keyIn(metadata(AUTHORIZATION));
  const caller = key === undefined ? null : findCaller(key);
  if (caller === null || caller instanceof Promise || !caller.permissions.has(access.permission)) return null;
  return { caller, actor: null, address: addressFrom(admission, caller) };
}

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

function keyIn(header: string | null): string | undefined {
  return header === null ? undefined : BEARER.exec(header)?.[1];
}

async function authenticate({ metadata, findCaller }: Admission): Promise<Caller> {
  const header = metadata(AUTHORIZATION);
  if (header === null) throw new ConnectError("a service key is required", Code.Unauthenticated);
  const key = keyIn(header);
  const caller = key === undefined ? null : await findCaller(key);
  if (caller === null) throw new ConnectError("the service key is not valid", Code.Unauthenticated);
  return caller;
}

/** True if the key's own permission lets it in, false if only a session can. Refuses where neither can. */
function entersByPermission(access: Access | null, caller: Caller): boolean {
  if (access === null) throw new ConnectError("this RPC takes no calls", Code.PermissionDenied);
  if (access.permission !== null && caller.permissions.has(access.permission)) return true;
  if (access.session !== undefined && caller.permissions.has("web:act")) return false;
  throw missingPermission(access.permission ?? "web:act");
}

function missingPermission(permission: string): ConnectError {
  return new ConnectError(`the service key lacks the permission ${permission}`, Code.PermissionDenied);
}

/** A session that was sent is never passed over in silence: it is taken, or the call is refused. */
async function findActor(admission: Admission, caller: Caller, byRight: boolean): Promise<Actor | null> {
  const session = admission.access?.session;
  const token = admission.metadata(SESSION);
  if (token !== null && !caller.permissions.has("web:act")) throw missingPermission("web:act");
  if (session === undefined) return null;
  const actor = token === null ? null : await admission.resolveSession(token);
  if (actor !== null || session === "optional") return actor;
  if (token === null && byRight) return null;
  throw new RequestError("unauthenticated", NO_SESSION, "Nobody is signed in.");
}

function addressFrom({ metadata }: Pick<Admission, "metadata">, { permissions }: Caller): string | null {
  if (!permissions.has("tokens:forward") && !permissions.has("web:act")) return null;
  const address = metadata(ADDRESS);
  return address !== null && isIP(address) !== 0 ? address : null;
}
