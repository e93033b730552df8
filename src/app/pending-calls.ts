import { StorageError } from "../observe/storage-error.ts";
import type { ResolveSession } from "../rpc/authentication/admission.ts";
import type { FindCaller } from "../rpc/authentication/service-key.ts";
import type { Implementations } from "../rpc/transports/routes.ts";
import type { ErrorClass } from "../store/statistics/platform-counts.ts";

/** The RPCs of a dispatcher, and the lookups that authenticate a call. */
export interface Calls {
  implementations: Implementations;
  findServiceKey: FindCaller;
  resolveSession: ResolveSession;
  /** Counts a failed call for the dashboard. */
  countError(errorClass: ErrorClass): void;
}

/** The calls of a core whose ports open before its database is reachable. */
export interface PendingCalls {
  /** Until `open`, every call fails as during an outage of the database: 503 or UNAVAILABLE, with a retry time. */
  calls: Calls;
  open(calls: Calls): void;
}

/** A record, so that the compiler finds a missing service. */
const SERVICES: Readonly<Record<keyof Implementations, true>> = {
  tokens: true,
  consent: true,
  apps: true,
  installations: true,
  accounts: true,
  audit: true,
  events: true,
  webhooks: true,
  platform: true,
  reviews: true,
  authorization: true,
};

export function createPendingCalls(): PendingCalls {
  let opened: Calls | null = null;
  const current = (): Calls => {
    if (opened === null) throw new StorageError("the database has not been reached since the start");
    return opened;
  };
  const services = Object.keys(SERVICES) as (keyof Implementations)[];
  const implementations = services.map((service) => [service, delegating(() => current().implementations[service])]);
  return {
    calls: {
      implementations: Object.fromEntries(implementations) as Implementations,
      findServiceKey: (key) => current().findServiceKey(key),
      resolveSession: (token) => current().resolveSession(token),
      countError: (errorClass) => opened?.countError(errorClass),
    },
    open(calls) {
      opened = calls;
    },
  };
}

/** An implementation that forwards each RPC to the result of `target()`, which is called for each RPC. */
function delegating<T extends object>(target: () => T): T {
  const delegate = (name: string | symbol) => {
    return (...args: unknown[]) => (Reflect.get(target(), name) as (...given: unknown[]) => unknown)(...args);
  };
  return new Proxy({} as T, { get: (_empty, name) => delegate(name) });
}
