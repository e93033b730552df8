/** The only difference of two addresses: the scheme, the port, or upper and lower case. */
export type AddressDifference = "scheme" | "port" | "case";

/** The only difference of an address from the right one; null if they are equal or differ in more. */
export function addressDifference(sent: string, right: string): AddressDifference | null {
  if (sent === right) return null;
  if (sent.toLowerCase() === right.toLowerCase()) return "case";
  const [from, to] = [URL.parse(sent), URL.parse(right)];
  if (from === null || to === null) return null;
  if (from.protocol !== to.protocol) return withoutScheme(from) === withoutScheme(to) ? "scheme" : null;
  from.port = to.port;
  return from.href === to.href ? "port" : null;
}

function withoutScheme({ protocol, href }: URL): string {
  return href.slice(protocol.length);
}
