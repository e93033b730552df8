import { isIP } from "node:net";

/** True if a listen address or a URL's host is loopback. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}

export const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname);
