import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { addressOf, isPublicAddress } from "../webhooks/delivery/address-guard.ts";
import type { NameLookup } from "../webhooks/delivery/name-lookup.ts";

/** `special`: an address outside the public Internet. `unknown`: no name server answered. */
export type HostState = "public" | "special" | "missing" | "unknown";

/** Looks hosts up in DNS; sends nothing to the hosts. */
export interface HostChecks {
  /** The state of each host. Hosts without an answer after the timeout are `unknown`. */
  check(hosts: readonly string[]): Promise<Map<string, HostState>>;
}

interface HostCheckOptions {
  lookUp: NameLookup;
  /** Milliseconds until a host is `unknown`; default 1,500. */
  timeoutMs?: number;
}

/** In milliseconds. Results are cached for a minute, so that a page can be reloaded without another lookup. */
const KEEP_MS = 60_000;
const MAX_HOSTS = 1_000;
const MISSING = ["ENOTFOUND", "ENODATA", "ENODOMAIN"];

/** @param options.lookUp must not block a thread, because developers choose the host names */
export function createHostChecks({ lookUp, timeoutMs = 1_500 }: HostCheckOptions): HostChecks {
  const known = new LRUCache<string, Promise<HostState>>({ max: MAX_HOSTS, ttl: KEEP_MS });
  const stateOf = (host: string): Promise<HostState> => {
    const pending = known.get(host) ?? findState(host, lookUp);
    known.set(host, pending, { noUpdateTTL: true });
    return pending;
  };
  return {
    async check(hosts) {
      const timeout = new AbortController();
      const late = setTimeout(timeoutMs, "unknown" as const, { signal: timeout.signal, ref: false });
      late.catch(() => {});
      const states = hosts.map(async (host) => [host, await Promise.race([stateOf(host), late])] as const);
      try {
        return new Map(await Promise.all(states));
      } finally {
        timeout.abort();
      }
    },
  };
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The hosts of http and https redirect URIs, without loopback hosts, which are not in DNS. */
export function hostsOf(redirectUris: readonly string[]): string[] {
  const urls = redirectUris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri));
  const web = urls.filter(({ protocol, hostname }) => /^https?:$/.test(protocol) && !LOOPBACK.test(hostname));
  return [...new Set(web.map(({ hostname }) => hostname))];
}

function findState(host: string, lookUp: NameLookup): Promise<HostState> {
  const address = addressOf(host);
  if (address !== null) return Promise.resolve(isPublicAddress(address) ? "public" : "special");
  return new Promise((resolve) => {
    lookUp(host, (error, addresses) => {
      if (error !== null) return resolve(MISSING.includes(error.code ?? "") ? "missing" : "unknown");
      if (addresses.length === 0) return resolve("missing");
      resolve(addresses.every(({ address: one }) => isPublicAddress(one)) ? "public" : "special");
    });
  });
}
