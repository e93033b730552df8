import { compile } from "@fastify/proxy-addr";

/** Whether an address is that of a proxy whose headers count; never for what is no address. */
export type Trusts = (address: string | undefined) => boolean;

/** @param proxies addresses, CIDR ranges and the names of ranges that Fastify knows, checked before (TRUSTED_PROXIES) */
export function trustedBy(proxies: readonly string[]): Trusts {
  const trusts = compile([...proxies]);
  return (address) => address !== undefined && trusts(address, 0);
}
