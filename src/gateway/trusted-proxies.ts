import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";
import type { Log } from "../observe/log.ts";

/** Whether an address is that of a proxy whose headers count; never for what is no address. */
export type Trusts = (address: string | undefined) => boolean;

/** @param proxies addresses, CIDR ranges and the names of ranges that Fastify knows, checked before (TRUSTED_PROXIES) */
export function trustedBy(proxies: readonly string[]): Trusts {
  const trusts = compile([...proxies]);
  return (address) => address !== undefined && trusts(address, 0);
}

/** Warns once about an X-Forwarded-For that does not count: without TRUSTED_PROXIES every client has the proxy's address. */
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
