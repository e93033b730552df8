import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { createIntrospector } from "../client/introspector.ts";
import type { Config } from "../config.ts";
import { createDemoApi } from "../demo/api.ts";
import { createDemoApp } from "../demo/app.ts";
import {
  type DemoFile,
  type DemoPasswords,
  readDemoFile,
  readDemoPasswords,
  writeDemoFile,
  writeDemoPasswords,
} from "../demo/demo-file.ts";
import { seedDemo } from "../demo/seed.ts";
import type { Log } from "../observe/log.ts";
import { toListenFault } from "../observe/start-fault.ts";
import type { Clients } from "../rpc/client.ts";
import type { Closing } from "./closing.ts";

/** What the demo is brought up with. */
export interface DemoParts {
  config: Config;
  clients: Clients;
  /** A new service key with every right but `web:act`, made past the RPCs: there is none yet that could ask for one. */
  makeServiceKey(): Promise<string>;
  /** Whether a key of an earlier start still stands. */
  isServiceKey(key: string): Promise<boolean>;
  log: Log;
  closing: Closing;
}

/** Seeds the demo, opens the demo app and the demo API, and puts `demo.json` in place. */
export async function openDemo(parts: DemoParts): Promise<DemoFile> {
  const { config, clients } = parts;
  const { dataDir } = config;
  const previous = await stillTrue(parts, await readDemoFile(dataDir));
  const passwords = previous === null ? await choosePasswords(dataDir) : passwordsOf(previous);
  const serviceKey = previous?.service_key ?? (await parts.makeServiceKey());
  const demo = await seedDemo({ clients, serviceKey, passwords, urls: urlsOf(config), previous });
  await openServers(parts, demo);
  await writeDemoFile(dataDir, demo);
  return demo;
}

/** The file of an earlier start, unless the database that it speaks of is gone. */
async function stillTrue({ isServiceKey, log }: DemoParts, file: DemoFile | null): Promise<DemoFile | null> {
  if (file === null) return null;
  if ((await isServiceKey(file.service_key)) && (await isServiceKey(file.introspect_key))) return file;
  log.warn("demo.json speaks of another database; the demo is seeded anew");
  return null;
}

async function choosePasswords(dataDir: string): Promise<DemoPasswords> {
  const begun = await readDemoPasswords(dataDir);
  if (begun !== null) return begun;
  const password = () => randomBytes(9).toString("base64url");
  const passwords = { operator: password(), developer: password(), merchant: password() };
  await writeDemoPasswords(dataDir, passwords);
  return passwords;
}

function passwordsOf({ operator, developer, merchant }: DemoFile): DemoPasswords {
  return { operator: operator.password, developer: developer.password, merchant: merchant.password };
}

function urlsOf({ publicUrl, grpc, connect, demo }: Config): DemoFile["urls"] {
  return {
    http: publicUrl,
    grpc: `${grpc!.host}:${grpc!.port}`,
    connect: `${connect!.tls === null ? "http" : "https"}://${connect!.host}:${connect!.port}`,
    demo_app: `http://127.0.0.1:${demo!.appPort}`,
    demo_api: `http://127.0.0.1:${demo!.apiPort}`,
  };
}

async function openServers({ config, closing }: DemoParts, demo: DemoFile): Promise<void> {
  const introspector = createIntrospector({ url: demo.urls.grpc, key: demo.introspect_key });
  closing.add(() => introspector.close());
  await listen(createDemoApi(introspector), { setting: "DEMO_API_PORT", port: config.demo!.apiPort }, closing);
  await listen(createDemoApp(demo), { setting: "DEMO_APP_PORT", port: config.demo!.appPort }, closing);
}

async function listen(server: FastifyInstance, at: { setting: string; port: number }, closing: Closing): Promise<void> {
  const host = "127.0.0.1";
  closing.add(() => server.close());
  await server.listen({ host, port: at.port }).catch((error: unknown) => {
    throw toListenFault(error, { ...at, host });
  });
}

/** What to open and what to try, for the person who typed `npm start`. */
export function demoBanner({ urls, app, merchant, operator, developer }: DemoFile): string {
  return `
Latchkey is running.

  Install the demo app   ${app.install_url}
  sign in as             ${merchant.email}   ${merchant.password}
  then you are at        ${urls.demo_app}   (calls the API, refreshes, revokes)

  operator               ${operator.email}   ${operator.password}
  developer              ${developer.email}   ${developer.password}

  gRPC ${urls.grpc}   Connect ${urls.connect}   more: README.md, npm run demo -- --headless, npm run cli -- --help
  Ctrl-C ends everything.

`;
}
