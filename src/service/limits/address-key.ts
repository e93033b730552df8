import { isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What failures of one outside client are counted under. An IPv6 client owns its whole /64 and could come from another address of it each
 * time, so that network counts as one; an IPv4 address in IPv6's clothes is the IPv4 address.
 */
export function toAddressKey(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split("%")[0]!;
  return isIPv6(bare) ? `${networkOf(bare)}::/64` : address;
}

/** The /48 of an IPv6 address, which one site owns and spreads over 65,536 networks; null for IPv4. */
export function toSiteKey(address: string): string | null {
  const bare = address.split("%")[0]!;
  return MAPPED_IPV4.test(bare) || !isIPv6(bare) ? null : `${networkOf(bare, 3)}::/48`;
}

/** The first of an IPv6 address' eight groups, written in full. */
function networkOf(address: string, groups = 4): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = groupsOf(head);
  if (tail === undefined) return left.slice(0, groups).join(":");
  const right = groupsOf(tail);
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, groups).join(":");
}

function groupsOf(part: string): string[] {
  if (part === "") return [];
  // A dotted IPv4 tail stands for two groups, which are never among the first four that count.
  return part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group.replace(/^0+(?=.)/, "")]));
}
