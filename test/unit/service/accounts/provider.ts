import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider, { type Configuration } from "oidc-provider";
import type { ExternalSettings } from "../../../../src/service/accounts/external-provider.ts";

/** The claims of a person at the provider. */
export type Person = Record<string, unknown> & { sub: string };

/** An OpenID Connect provider on a loopback port. The person at the browser signs in at once, or on its login page. */
export interface TestProvider {
  settings: ExternalSettings;
  /** The person at the browser, without a login page. */
  person: Person;
  /** The persons who can sign in on the login page, by `sub`. */
  people: Map<string, Person>;
  /** Opens a URL of the provider; returns the query of the callback. */
  travel(address: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { client_id: "latchkey", client_secret: "secret of the platform" };

export async function startProvider(callback: string, { loginPage = false } = {}): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: { person: Person } = { person: { sub: "nobody" } };
  const people = new Map<string, Person>();
  const find = (sub: string) => (loginPage ? people.get(sub) : state.person);
  const provider = new Provider(issuer, configurationOf(callback, find));
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const form = loginPage ? await readForm(request) : new URLSearchParams({ login: state.person.sub });
    if (form === null) return response.setHeader("content-type", "text/html").end(LOGIN_PAGE);
    const login = form.get("login");
    const result = login === null ? { error: "access_denied" } : { login: { accountId: login } };
    await provider.interactionFinished(request, response, result);
  });
  return {
    settings: {
      issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      label: "Company login",
      scopes: ["openid", "email", "profile"],
      emailClaim: "email",
      nameClaim: "name",
      operator: null,
      developer: null,
      membershipClaim: null,
    },
    people,
    get person() {
      return state.person;
    },
    set person(person) {
      state.person = person;
    },
    travel: (address) => travel(address, callback),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const LOGIN_PAGE = `<!doctype html><html lang="en"><title>Harbour ID</title><h1>Harbour ID</h1>
<form method="post"><label>Login <input name="login"></label> <button>Sign in</button></form>
<form method="post"><button>Cancel</button></form>`;

/** The form of a POST; null for another method. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (request.method !== "POST") return null;
  return new URLSearchParams(await text(request));
}

function configurationOf(callback: string, find: (sub: string) => Person | undefined): Configuration {
  return {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [callback],
        token_endpoint_auth_method: "client_secret_post",
        response_types: ["code"],
      },
    ],
    cookies: { keys: ["a key of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups", "shops"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const person = find(sub);
      return person && { accountId: sub, claims: async () => ({ ...person, sub }) };
    },
    // The provider skips consent, because the platform owns it.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  };
}

/** A new browser that follows redirects and keeps cookies until it is redirected to the platform. */
async function travel(address: string, callback: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = new URL(address);
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at);
    if (at.href.startsWith(callback)) return at.search.slice(1);
  }
  throw new Error("the provider never sent the browser back");
}
