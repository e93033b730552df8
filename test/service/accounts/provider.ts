import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";
import type { ExternalSettings } from "../../../src/service/accounts/external-provider.ts";

/** What the provider knows of a person. */
export type Person = Record<string, unknown> & { sub: string };

/** An OpenID Connect provider that others rely on, at a loopback port, at which somebody is signed in already. */
export interface TestProvider {
  settings: ExternalSettings;
  /** Who is at the browser. */
  person: Person;
  /** What the browser comes back with from an address of the provider: the query of the callback. */
  travel(address: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { client_id: "latchkey", client_secret: "secret of the platform" };

export async function startProvider(callback: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: { person: Person } = { person: { sub: "nobody" } };
  const provider = new Provider(
    issuer,
    configurationOf(callback, () => state.person),
  );
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: state.person.sub } });
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

function configurationOf(callback: string, person: () => Person): Configuration {
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
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...person(), sub }) }),
    // The platform trusts its own login: nobody is asked.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  };
}

/** A browser of its own: follows redirects and keeps cookies until it is sent back to the platform. */
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
