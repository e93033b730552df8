import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { createHttpServer } from "../../../src/gateway/server.ts";
import { webPlugin } from "../../../src/web/plugin.ts";
import { fakeClients } from "./fakes/clients.ts";
import { World } from "./fakes/world.ts";
import { PUBLIC_URL } from "./site.ts";

/** A HEAD must not have the effect of a GET of these routes. */
const NOT_ONLY_READ = [
  "/api/v1/oauth/authorize",
  "/interactions/:id",
  "/language",
  "/oauth/authorize",
  "/sign-in/external",
  "/sign-in/external/callback",
];

let world: World;

let mia: Account;

let app: Awaited<ReturnType<typeof createHttpServer>>;

let routes: Map<string, string[]>;

beforeEach(async () => {
  world = new World();
  mia = world.addAccount({ email: "mia@shop.example", name: "Mia", developer: true, operator: true });
  world.addMerchant("harbour-coffee", "Harbour Coffee", [[mia, MerchantRole.OWNER]]);
  world.invitations.set("inv", { email: "new@x.example", merchantName: "M", role: MerchantRole.MEMBER, used: false });
  routes = new Map();
  const clients = fakeClients(world);
  const log = pino({ level: "silent" });
  app = await createHttpServer({
    clients,
    log,
    publicUrl: PUBLIC_URL,
    trustedProxies: [],
    pages: async (instance) => {
      instance.addHook("onRoute", ({ url, method }) => {
        routes.set(url, [...(routes.get(url) ?? []), ...[method].flat()]);
      });
      await instance.register(webPlugin, { clients, publicUrl: PUBLIC_URL, log });
    },
  });
  return () => app.close();
});

function ask(method: "GET" | "HEAD", url: string) {
  const cookie = `__Host-latchkey=${world.signIn(mia)}; __Host-latchkey-form=f`;
  return app.inject({ method, url, headers: { cookie, accept: "text/html" } });
}

test("every route with a GET takes HEAD, except those whose GET has an effect", () => {
  const found = [...routes].filter(([, methods]) => methods.includes("GET"));
  expect(found.length).toBeGreaterThan(40);
  const without = found.filter(([, methods]) => !methods.includes("HEAD")).map(([url]) => url);
  expect(without.sort()).toEqual(NOT_ONLY_READ);
});

test.each([
  "/",
  "/sign-in?next=%2Finstall%2Fapp_1",
  "/sign-out",
  "/sign-up",
  "/account",
  "/invitations/inv",
  "/install/app_1",
  "/install/app_9",
  "/docs/errors",
])("RFC 9110 §9.3.2: HEAD %s answers the headers of GET and no body", async (url) => {
  world.addApp({ name: "Parcel Pilot" });
  const [read, head] = [await ask("GET", url), await ask("HEAD", url)];
  expect([head.statusCode, head.body]).toEqual([read.statusCode, ""]);
  for (const name of ["content-type", "content-length", "content-security-policy", "cache-control", "x-frame-options"])
    expect([name, head.headers[name]]).toEqual([name, read.headers[name]]);
});

test("HEAD of an interaction is 405: the code of a remembered consent stays unissued", async () => {
  const { id } = world.begin(world.addApp({ name: "Parcel Pilot" }));
  const answer = await ask("HEAD", `/interactions/${id}`);
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, "GET, POST"]);
  expect(world.interactions.find((one) => one.id === id)?.accountId).toBeNull();
});

test.each(["/language?to=de", "/sign-in/external", "/sign-in/external/callback?code=c&state=s"])(
  "HEAD %s is 405 and sets no cookie",
  async (url) => {
    const answer = await ask("HEAD", url);
    expect([answer.statusCode, answer.headers.allow, answer.headers["set-cookie"]]).toEqual([405, "GET", undefined]);
  },
);
