import { placeholdersOf } from "../../../quickstart/read.ts";
import type { SampleClient } from "../../../quickstart/samples/sample.ts";

/** The values for a web server. A redirect URI with a private-use scheme leads to no server, so a placeholder replaces it. */
export function forWebServer(client: SampleClient): SampleClient {
  const { protocol = "" } = URL.parse(client.redirectUri) ?? {};
  if (protocol === "https:" || protocol === "http:") return client;
  return { ...client, redirectUri: placeholdersOf(client.issuer).redirectUri };
}

/** The path at which the web server begins. It differs from that of the redirect URI, also after slashes are merged. */
export function startPathOf({ redirectUri }: Pick<SampleClient, "redirectUri">): string {
  return /^\/+connect$/.test(URL.parse(redirectUri)?.pathname ?? "") ? "/start" : "/connect";
}
