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
  /** Milliseconds of the first try; default 2,000. */
  timeoutMs?: number;
}

/**
 * Asks the name servers from the event loop. The lookup of the system blocks a thread for each name whose server is silent: two such names
 * would delay all other names of the process by ten seconds, also those of the database and the mail server.
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
    // Not in DNS, and answered from the hosts file without a server.
    if (hostname === "localhost") return lookup(hostname, { all: true }, callback);
    resolve(hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}
