import { type LookupAddress, lookup } from "node:dns";
import { Resolver } from "node:dns/promises";

/** Resolves a name to all its addresses. */
export type NameLookup = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface LookupOptions {
  /** Addresses of name servers; default: those of the system. */
  servers?: readonly string[];
  /** The timeout of the first try in milliseconds; default 2,000. */
  timeoutMs?: number;
}

/**
 * Creates a lookup that asks the name servers from the event loop. The lookup of the system would block a thread for each name whose server
 * is silent. Two such names would delay all other lookups of the process by ten seconds, including those of the database's host.
 */
export function createNameLookup({ servers, timeoutMs = 2_000 }: LookupOptions = {}): NameLookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const resolve = async (hostname: string): Promise<LookupAddress[]> => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && four.status === "rejected") throw four.reason;
    return addresses;
  };
  return (hostname, callback) => {
    // `localhost` is not in DNS; the system answers it from the hosts file without a server.
    if (hostname === "localhost") return lookup(hostname, { all: true }, callback);
    resolve(hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}
