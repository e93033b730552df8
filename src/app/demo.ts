import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyInstance } from "fastify";
import { createIntrospector, type IntrospectorOptions } from "../client/introspector.ts";
import { retryWithBackoff } from "../concurrency/retry.ts";
import type { Config, Listener } from "../config/config.ts";
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
import { authorityOf } from "../observe/address.ts";
import type { Log } from "../observe/log.ts";
import { toListenError } from "../observe/startup-error.ts";
import { StorageError } from "../observe/storage-error.ts";
import type { Clients } from "../rpc/client.ts";
import { logRetry } from "./database.ts";

export interface DemoParts {
  config: Config;
  clients: Clients;
  /** Creates the first service key, with every permission except `web:act`, without an RPC. */
  createServiceKey(): Promise<string>;
  /** True if a service key of an earlier start is still valid. */
  isServiceKey(key: string): Promise<boolean>;
  /** Sets an account's password without an RPC; no RPC sets another account's password. */
  setPassword(accountId: string, password: string): Promise<void>;
  log: Log;
  disposables: AsyncDisposableStack;
}

/** Seeds the demo, opens the demo app and the demo API, and writes `demo.json`. */
export async function openDemo(parts: DemoParts): Promise<DemoFile> {
  const { config, log } = parts;
  const previous = await readDemoFile(config.dataDir);
  // The seed is idempotent, so it can be retried when a slow machine exceeds the database timeouts.
  const demo = await retryWithBackoff({ isRetryable: isOutage, onRetry: logRetry(log) }, () => seed(parts, previous));
  await openServers(parts, demo);
  await writeDemoFile(config.dataDir, demo);
  return demo;
}

function isOutage(error: unknown): boolean {
  return error instanceof StorageError || (error instanceof ConnectError && error.code === Code.Unavailable);
}

async function seed(parts: DemoParts, previous: DemoFile | null): Promise<DemoFile> {
  const { config, clients, log } = parts;
  const serviceKey = await findValidKey(parts, previous?.service_key);
  // A valid key proves that demo.json belongs to this database; otherwise its passwords do not apply.
  const isOfThisDatabase = serviceKey !== null;
  if (previous !== null && !isOfThisDatabase) log.warn("the keys in demo.json are no longer valid; writing a new file");
  if (!isOfThisDatabase) log.info("seeding the demo");
  return seedDemo({
    clients,
    serviceKey: serviceKey ?? (await parts.createServiceKey()),
    introspectKey: await findValidKey(parts, previous?.introspect_key),
    passwords: previous === null ? await choosePasswords(config.dataDir) : passwordsOf(previous),
    urls: urlsOf(config),
    previous,
    setPassword: isOfThisDatabase ? null : parts.setPassword,
  });
}

async function findValidKey({ isServiceKey }: DemoParts, key: string | undefined): Promise<string | null> {
  return key !== undefined && (await isServiceKey(key)) ? key : null;
}

/** Returns the passwords of an unfinished seed, or chooses new passwords and stores them before the first account is created. */
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
    grpc: authorityOf(grpc!.host, grpc!.port),
    connect: `${connect!.tls === null ? "http" : "https"}://${authorityOf(connect!.host, connect!.port)}`,
    demo_app: `http://127.0.0.1:${demo!.appPort}`,
    demo_api: `http://127.0.0.1:${demo!.apiPort}`,
  };
}

async function openServers({ config, disposables }: DemoParts, demo: DemoFile): Promise<void> {
  // The timeout is long, because on a busy machine a slow response is better than a 503.
  const open = (key: string) => {
    const introspector = createIntrospector({ ...addressOf(config.grpc!), key, timeoutMs: 8_000 });
    disposables.defer(() => introspector.close());
    return introspector;
  };
  const api = createDemoApi(open(demo.introspect_key), open(demo.service_key));
  await listen(api, { setting: "DEMO_API_PORT", port: config.demo!.apiPort }, disposables);
  await listen(createDemoApp(demo), { setting: "DEMO_APP_PORT", port: config.demo!.appPort }, disposables);
}

function addressOf(grpc: Listener): Pick<IntrospectorOptions, "url" | "rootCertificates"> {
  if (grpc.tls === null) return { url: authorityOf(grpc.host, grpc.port) };
  return { url: `https://${authorityOf(grpc.host, grpc.port)}`, rootCertificates: readFileSync(grpc.tls.certFile) };
}

async function listen(
  server: FastifyInstance,
  at: { setting: string; port: number },
  disposables: AsyncDisposableStack,
): Promise<void> {
  const host = "127.0.0.1";
  disposables.defer(() => server.close());
  await server.listen({ host, port: at.port }).catch((error: unknown) => {
    throw toListenError(error, { ...at, host });
  });
}
