import { randomUUID } from "node:crypto";
import type { Transport } from "@connectrpc/connect";
import pino from "pino";
import { AccountService } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { createMetrics } from "../../../src/observe/metrics.ts";
import { cachedServiceKeys } from "../../../src/rpc/authentication/service-key.ts";
import { tokenService } from "../../../src/rpc/services/token-service.ts";
import { startConnect } from "../../../src/rpc/transports/connect/server.ts";
import { createDirectTransport } from "../../../src/rpc/transports/direct.ts";
import { createDispatcher, type Dispatcher } from "../../../src/rpc/transports/dispatcher.ts";
import { startGrpc } from "../../../src/rpc/transports/grpc/server.ts";
import type { Implementation } from "../../../src/rpc/transports/implementation.ts";
import { routesOf } from "../../../src/rpc/transports/routes.ts";
import type { Actor, Call, Caller, Permission } from "../../../src/service/call.ts";
import type { TokenDependencies } from "../../../src/service/tokens/dependencies.ts";

export type LogLine = Record<string, unknown>;

/** A core on separate ports, with all transports over one dispatcher. */
export interface TestCore {
  /** `host:port`. */
  grpc: string;
  /** Without trailing slash. */
  connect: string;
  direct: Transport;
  dispatcher: Dispatcher;
  /** Creates a service key with these permissions. */
  createKey(...permissions: Permission[]): string;
  /** The callers by key. */
  keys: Map<string, Caller>;
  revokeKey(key: string): void;
  /** Creates a session of a new account. */
  createSession(): { token: string; actor: Actor };
  /** The log lines of a request. */
  logOf(requestId: string): LogLine[];
  /** The calls that the operations on accounts received. */
  seen: Call[];
  ready: boolean;
  stop(): Promise<void>;
}

const LOCAL = { host: "127.0.0.1", port: 0, tls: null };
const format = createTokenFormat();

interface CoreOptions {
  /** A stopped core. The new core takes over its gRPC port and keys. */
  before?: TestCore;
  /** Replaces RPCs of TokenService. */
  rpcs?: Partial<Implementation<typeof TokenService>>;
}

export async function startCore(deps: TokenDependencies, { before, rpcs }: CoreOptions = {}): Promise<TestCore> {
  const keys = before?.keys ?? new Map<string, Caller>();
  const sessions = new Map<string, Actor>();
  const lines: LogLine[] = [];
  const seen: Call[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => lines.push(JSON.parse(line) as LogLine) });
  const accounts = accountsOf(seen);
  const metrics = createMetrics();
  const dispatcher = createDispatcher({
    routes: [
      ...routesOf(TokenService, { ...tokenService(deps), ...rpcs }),
      ...routesOf(AccountService, accounts).filter(isWritten),
    ],
    findServiceKey: cachedServiceKeys({
      parse: (text) => (format.parse(text, "sk").kind === "token" ? text : null),
      find: async (text) => keys.get(text) ?? null,
    }),
    resolveSession: async (token) => sessions.get(token) ?? null,
    log,
    metrics,
  });
  const state = { ready: true };
  const isReady = async () => state.ready;
  const port = Number(before?.grpc.split(":")[1] ?? 0);
  const grpc = await startGrpc({ dispatcher, address: { ...LOCAL, port }, isReady });
  const connect = await startConnect({ dispatcher, address: LOCAL, isReady, metrics: metrics.registry });
  return Object.assign(state, {
    grpc: `127.0.0.1:${grpc.port}`,
    connect: `http://127.0.0.1:${connect.port}`,
    direct: createDirectTransport(dispatcher),
    dispatcher,
    createKey(...permissions: Permission[]) {
      const keyId = randomUUID();
      const { text } = format.create("sk", keyId);
      keys.set(text, { kind: "key", keyId, name: "a test's", permissions: new Set(permissions) });
      return text;
    },
    keys,
    revokeKey: (key: string) => void keys.delete(key),
    createSession() {
      const token = randomUUID();
      const actor = { accountId: randomUUID(), sessionId: randomUUID(), operator: false, developer: true };
      sessions.set(token, actor);
      return { token, actor };
    },
    logOf: (requestId: string) => lines.filter((line) => line.requestId === requestId),
    seen,
    async stop() {
      await Promise.all([grpc.stop(1_000), connect.stop(1_000)]);
    },
  });
}

/** The RPC of AccountService that needs a session and nothing else. */
function accountsOf(seen: Call[]): Implementation<typeof AccountService> {
  const written: Partial<Implementation<typeof AccountService>> = {
    async getSession(_request, call) {
      seen.push(call);
      return { account: { accountId: call.actor?.accountId ?? "" } };
    },
    async getSignInOptions(_request, call) {
      seen.push(call);
      return { password: true };
    },
    async listAccounts(_request, call) {
      seen.push(call);
      return {};
    },
  };
  return written as Implementation<typeof AccountService>;
}

function isWritten({ handler }: { handler: unknown }): boolean {
  return handler !== undefined;
}
