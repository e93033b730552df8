import type { Quickstart } from "../read.ts";
import type { SampleClient } from "./sample.ts";

/** The port of a loopback redirect URI that names none. */
const DEFAULT_PORT = "8400";
const LISTENS = /^http:\/\/(?:127\.0\.0\.1|localhost):(\d+)(?:[/?]|$)/;
const WITHOUT_PORT = /^http:\/\/127\.0\.0\.1(?=[/?]|$)/;

/** The port at which a program receives the redirect; null if the redirect URI is no loopback address. @see RFC 8252 §7.3 */
export function listeningPort({ redirectUri }: Pick<SampleClient, "redirectUri">): string | null {
  return LISTENS.exec(redirectUri)?.[1] ?? null;
}

/** The client with a redirect URI at which a program can receive the redirect, if the app has one. */
export function withListener({ client, app }: Pick<Quickstart, "client" | "app">): SampleClient {
  const registered = app === null ? placeholders(client) : (app.profile?.redirectUris ?? []);
  // Only an app without a secret may use any port.
  const usable = client.confidential
    ? registered
    : registered.map((uri) => uri.replace(WITHOUT_PORT, `$&:${DEFAULT_PORT}`));
  const redirectUri = usable.find((uri) => listeningPort({ redirectUri: uri }) !== null);
  return redirectUri === undefined ? client : { ...client, redirectUri };
}

/** Only a service on loopback, whose PUBLIC_URL may be http, accepts loopback redirect URIs of apps with a secret. */
function placeholders({ issuer }: SampleClient): string[] {
  return issuer.startsWith("http:") ? [`http://127.0.0.1:${DEFAULT_PORT}/callback`] : [];
}
