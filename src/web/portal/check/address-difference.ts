/** The only difference of two addresses: the scheme, the port, or upper and lower case. Empty values stand for the usual port. */
export type AddressDifference = { kind: "scheme" | "port"; sent: string; right: string } | { kind: "case" };

/** The only difference of an address from the right one; null if they are equal or differ in more. */
export function addressDifference(sent: string, right: string): AddressDifference | null {
  if (sent === right) return null;
  if (sent.toLowerCase() === right.toLowerCase()) return { kind: "case" };
  const [from, to] = [URL.parse(sent), URL.parse(right)];
  if (from === null || to === null) return null;
  if (from.protocol !== to.protocol) {
    if (withoutScheme(from) !== withoutScheme(to)) return null;
    return { kind: "scheme", sent: `${from.protocol}//`, right: `${to.protocol}//` };
  }
  const { port } = from;
  from.port = to.port;
  return from.href === to.href ? { kind: "port", sent: port, right: to.port } : null;
}

function withoutScheme({ protocol, href }: URL): string {
  return href.slice(protocol.length);
}
