import { isIPv6 } from "node:net";

/**
 * The key under which failures of a client address are counted. For IPv6 it is the /64, which one client owns; for an IPv4 address in IPv6
 * form (mapped or NAT64), the IPv4 address.
 */
export function toAddressKey(address: string): string {
  return toNetworkKeys(address)[0];
}

/** The address key; for IPv6 also the /56 and /48, which one customer may own. */
export function toNetworkKeys(address: string): [string, ...string[]] {
  const bare = address.split("%")[0]!;
  if (!isIPv6(bare)) return [address];
  const groups = groupsOf(bare);
  const embedded = findIPv4(groups);
  if (embedded !== null) return [embedded];
  const [a, b, c, d] = groups as [number, number, number, number];
  return [toPrefix([a, b, c, d], 64), toPrefix([a, b, c, d & 0xff00], 56), toPrefix([a, b, c], 48)];
}

/** The IPv4 address in a NAT64 address of the well-known prefix 64:ff9b::/96; null for any other. @see RFC 6052 §2.1 */
export function fromNat64(address: string): string | null {
  if (!isIPv6(address) || address.includes("%")) return null;
  const groups = groupsOf(address);
  return prefixOf(groups) === NAT64 ? embeddedIPv4(groups) : null;
}

/** The /48 of an IPv6 address, which one site may own; null for IPv4. */
export function toSiteKey(address: string): string | null {
  return toNetworkKeys(address)[2] ?? null;
}

/** The network of an address for display: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export function toDisplayedNetwork(address: string): string {
  const site = toSiteKey(address);
  return site ?? toAddressKey(address).replace(/\.\d+$/, ".0/24");
}

const MAPPED = "0:0:0:0:0:ffff";
/** @see RFC 6052 §2.1 */
const NAT64 = "64:ff9b:0:0:0:0";

function findIPv4(groups: readonly number[]): string | null {
  return [MAPPED, NAT64].includes(prefixOf(groups)) ? embeddedIPv4(groups) : null;
}

const prefixOf = (groups: readonly number[]): string => hex(groups.slice(0, 6));

/** The IPv4 address in the last 32 bits. */
function embeddedIPv4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const left = parseGroups(head);
  if (tail === undefined) return left;
  const right = parseGroups(tail);
  return [...left, ...new Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}

function parseGroups(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

const hex = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(":");

const toPrefix = (groups: readonly number[], bits: number): string => `${hex(groups)}::/${bits}`;
