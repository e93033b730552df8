import { demoBanner } from "./app/banner.ts";
import { type Closing, createClosing } from "./app/closing.ts";
import { openCore } from "./app/core.ts";
import { openDatabase } from "./app/database.ts";
import { openDemo } from "./app/demo.ts";
import { giveDemoPassword } from "./app/demo-password.ts";
import { makeFirstKey } from "./app/first-key.ts";
import { openGateway } from "./app/gateway.ts";
import { openGround } from "./app/ground.ts";
import { createOperations, type Operations } from "./app/operations.ts";
import type { Config } from "./config.ts";
import type { DemoFile } from "./demo/demo-file.ts";
import type { Log } from "./observe/log.ts";
import { type Clients, clients, connectCore } from "./rpc/client.ts";
import { createDirectTransport } from "./rpc/direct.ts";
import type { Management } from "./store/management.ts";

/** The running service. */
export interface App {
  /** Opens everything that `config.role` asks for. What it opened before a failure is for `close` to end. */
  start(): Promise<void>;
  /** Ends it in order: the public door first, the database last. */
  close(): Promise<void>;
}

/** The service by its settings, not yet started: the only place where the rooms meet. */
export async function createApp(config: Config, log: Log): Promise<App> {
  const closing = createClosing();
  return {
    start: () => (config.role === "gateway" ? startGateway(config, log, closing) : startCore(config, log, closing)),
    close: () => closing.close(),
  };
}

/** `ROLE=gateway`: the public door, with the core behind `CORE_URL`. */
async function startGateway(config: Config, log: Log, closing: Closing): Promise<void> {
  const { url, serviceKey: key, tls } = config.core!;
  const connection = connectCore({ url, key, tls });
  closing.add(() => connection.close());
  await openGateway({ config, clients: clients(connection.transport), log, closing });
  log.info({ http: config.publicUrl, core: url }, "gateway is open");
}

/** `ROLE=core` and `ROLE=all`: the internal doors, and with `all` the public one in the same process. */
async function startCore(config: Config, log: Log, closing: Closing): Promise<void> {
  let ready = false;
  const database = await openDatabase(config, log, closing);
  const ground = await openGround({ config, log, database, closing });
  const operations = createOperations(ground);
  const isReady = async () => ready && (await ground.isReachable());
  const edge = await openCore({ config, operations, log, isReady, closing });
  const inProcess = clients(createDirectTransport(edge));
  await openGateway({ config, clients: inProcess, log, closing });
  const parts = { config, log, closing, operations, management: ground.management, clients: inProcess };
  const demo = config.demo === null ? null : await startDemo(parts);
  ready = true;
  log.info({ http: config.http && config.publicUrl, grpc: config.grpc?.port, connect: config.connect?.port }, "ready");
  if (demo !== null) process.stdout.write(demoBanner(demo, config.dataDir));
}

interface Demo {
  config: Config;
  log: Log;
  closing: Closing;
  operations: Operations;
  management: Management;
  clients: Clients;
}

function startDemo({ operations, management, ...parts }: Demo): Promise<DemoFile> {
  return openDemo({
    ...parts,
    makeServiceKey: () => makeFirstKey(operations.accounts),
    async isServiceKey(key) {
      const token = operations.format.parse(key, "sk");
      return token.kind === "token" && (await operations.accounts.findServiceKey(token)) !== null;
    },
    givePassword: (accountId, password) => giveDemoPassword(management, accountId, password),
  });
}
