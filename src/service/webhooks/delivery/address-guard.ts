import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";
import { fromNat64 } from "../../limits/address-key.ts";
import { createNameLookup, type NameLookup } from "./name-lookup.ts";

/** The host of a webhook has an address that deliveries may not reach. */
export class RefusedAddressError extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
    this.name = "RefusedAddressError";
  }
}

// RFC 6890 and the IANA registries of special-purpose addresses: private, shared, loopback, link-local (with the metadata services of
// clouds), documentation, benchmarks, multicast and reserved.
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

// Only 2000::/3 is public. This range excludes mapped IPv4 (::ffff:0:0/96), local NAT64 (64:ff9b:1::/48), unique local, link-local and
// multicast addresses.
const GLOBAL_IPV6 = ["2000::", 3] as const;
/** Teredo and other protocol assignments, documentation, and 6to4, which contains an IPv4 address. */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, "ipv6");
const global = new BlockList();
global.addSubnet(...GLOBAL_IPV6, "ipv6");

/**
 * True if an IP address is in the public Internet. A NAT64 address is as public as the IPv4 address that it contains, because the gateway
 * of an IPv6-only network connects to that address.
 */
export function isPublicAddress(given: string): boolean {
  const address = fromNat64(given) ?? given;
  if (isIPv4(address)) return !special.check(address, "ipv4");
  // An address with a zone is link-local.
  if (isIP(address) !== 6 || address.includes("%")) return false;
  return global.check(address, "ipv6") && !special.check(address, "ipv6");
}

function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? address.startsWith("127.") : address === "::1";
}

/** The addresses that deliveries may reach. */
export interface AddressRule {
  /** True also allows loopback addresses, for development. */
  allowLoopback: boolean;
}

/** True if deliveries may reach the address. */
export function isAllowed(address: string, { allowLoopback }: AddressRule): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
}

/** @throws RefusedAddressError */
export function requireAllowed(address: string, rule: AddressRule): void {
  if (!isAllowed(address, rule)) throw new RefusedAddressError(address);
}

/** The IP address that a URL has as its host, without the brackets of IPv6; null if the host is a name. */
export function addressOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? null : bare;
}

/**
 * Resolves names for a socket. Fails if any address of the name is not allowed. The socket connects to the addresses that were checked, so
 * a name that changes between check and connection has no effect.
 */
export function guardedLookup(rule: AddressRule, lookUp: NameLookup = createNameLookup()): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, (error, addresses) => {
      if (error !== null) return callback(error, "");
      try {
        for (const { address } of addresses) requireAllowed(address, rule);
      } catch (refused) {
        return callback(refused as NodeJS.ErrnoException, "");
      }
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first!.address, first!.family);
    });
  };
}
