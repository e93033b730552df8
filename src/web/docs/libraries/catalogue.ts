import { arctic } from "./samples/arctic.ts";
import { badgateway } from "./samples/badgateway.ts";
import { oauth4webapi } from "./samples/oauth4webapi.ts";
import { openidClient } from "./samples/openid-client.ts";
import { passport } from "./samples/passport.ts";
import type { WriteLibrarySample } from "./samples/sample.ts";
import { simpleOauth2 } from "./samples/simple-oauth2.ts";

/** Steps of the protocol that the tests of the service run with a library, besides the authorization and the exchange. */
export type Ability = "discovery" | "pkce" | "refresh" | "revocation" | "introspection";

export interface Library {
  /** The id of its section. */
  id: LibraryId;
  /** The name of the package on npm. */
  name: string;
  /** The version that the tests run. */
  version: string;
  /** Packages that the sample needs beside it. */
  beside: readonly string[];
  abilities: readonly Ability[];
  write: WriteLibrarySample;
}

export type LibraryId =
  | "openid-client"
  | "oauth4webapi"
  | "passport-oauth2"
  | "badgateway-oauth2-client"
  | "simple-oauth2"
  | "arctic";

/** The OAuth clients of test/suites/conformance, with the versions of package.json. A test compares both. */
export const LIBRARIES: readonly Library[] = [
  {
    id: "openid-client",
    name: "openid-client",
    version: "6.8.9",
    beside: [],
    abilities: ["discovery", "pkce", "refresh", "revocation", "introspection"],
    write: openidClient,
  },
  {
    id: "oauth4webapi",
    name: "oauth4webapi",
    version: "3.8.8",
    beside: [],
    abilities: ["discovery", "pkce", "refresh", "revocation", "introspection"],
    write: oauth4webapi,
  },
  {
    id: "badgateway-oauth2-client",
    name: "@badgateway/oauth2-client",
    version: "3.3.1",
    beside: [],
    abilities: ["discovery", "pkce", "refresh", "revocation", "introspection"],
    write: badgateway,
  },
  {
    id: "passport-oauth2",
    name: "passport-oauth2",
    version: "1.8.0",
    beside: ["passport", "express"],
    abilities: ["pkce", "refresh"],
    write: passport,
  },
  {
    id: "arctic",
    name: "arctic",
    version: "3.7.0",
    beside: [],
    abilities: ["pkce", "refresh", "revocation"],
    write: arctic,
  },
  {
    id: "simple-oauth2",
    name: "simple-oauth2",
    version: "5.1.0",
    beside: [],
    abilities: ["refresh", "revocation"],
    write: simpleOauth2,
  },
];

/** The version of the package for APIs of the platform, as in src/client/package.json. */
export const CLIENT_VERSION = "0.1.0";

/** Installs the file that `npm pack` makes of the package; it is on no registry. */
export const API_INSTALL = `npm install ./latchkey-client-${CLIENT_VERSION}.tgz fastify`;

/** The programs of docs/integrations, which the tests run. */
export const API_RECIPES = [
  "Express",
  "Fastify",
  "Django",
  "Python over gRPC",
  "Go",
  "Spring Boot",
  "Java over gRPC",
  "Rust",
] as const;

/** An API that requires a token, as in src/client/README.md. */
export const API_SAMPLE = `import { createIntrospector } from "@latchkey/client";
import { bearerGuard, grantOf } from "@latchkey/client/fastify";
import Fastify from "fastify";

const introspector = createIntrospector({ url: process.env.LATCHKEY_URL, key: process.env.INTROSPECT_KEY });
const requireScopes = bearerGuard(introspector);

const app = Fastify();
app.get("/orders", { onRequest: requireScopes("orders:read") }, async (request) => {
  const { merchantId } = grantOf(request);
  return { merchant: merchantId };
});
app.addHook("onClose", () => introspector.close());
console.log(await app.listen({ port: Number(process.env.PORT) }));`;
