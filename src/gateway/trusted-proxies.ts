import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";
import type { Log } from "../observe/log.ts";

/** True if an address belongs to a trusted proxy. */
export type Trusts = (address: string | undefined) => boolean;

/** @param proxies valid addresses, CIDR ranges and Fastify's range names (TRUSTED_PROXIES) */
export function trustedBy(proxies: readonly string[]): Trusts {
  const trusts = compile([...proxies]);
  return (address) => address !== undefined && trusts(address, 0);
}

/**
 * Returns a function that warns once about an ignored X-Forwarded-For: without TRUSTED_PROXIES, all clients behind a proxy share the
 * proxy's address.
 */
export function warnOfUntrusted(trusts: Trusts, log: Log): (request: IncomingMessage) => void {
  let warned = false;
  return ({ headers, socket }) => {
    if (warned || headers["x-forwarded-for"] === undefined || trusts(socket.remoteAddress)) return;
    warned = true;
    log.warn(
      { peer: socket.remoteAddress },
      "ignored X-Forwarded-For from an untrusted peer; if the peer is your proxy, list it in TRUSTED_PROXIES",
    );
  };
}
