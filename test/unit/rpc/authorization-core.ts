import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { Authorization } from "../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { StorageError } from "../../../src/observe/storage-error.ts";
import { authorizationService } from "../../../src/rpc/services/authorization-service.ts";
import { startConnect } from "../../../src/rpc/transports/connect/server.ts";
import { createDispatcher } from "../../../src/rpc/transports/dispatcher.ts";
import { startGrpc } from "../../../src/rpc/transports/grpc/server.ts";
import { routesOf } from "../../../src/rpc/transports/routes.ts";
import type { Permission } from "../../../src/service/call.ts";
import { createScopeNames } from "../../../src/service/tokens/scope-names.ts";
import { perFile } from "../../support/world/fixtures.ts";
import { type CacheWorld, createCacheWorld } from "../../support/world/replicas.ts";
import { isReady, LOCAL, noMetrics } from "./small-core.ts";

/** The service keys that the core knows, with their permissions. */
export const KEYS: Record<string, Permission[]> = {
  proxy: ["tokens:introspect"],
  sandbox: ["tokens:introspect", "tokens:introspect_test"],
  weak: ["apps:read"],
};

export interface AuthorizationCore {
  world: CacheWorld;
  /** Ports on 127.0.0.1. */
  grpcPort: number;
  connectPort: number;
  /** While true, the database of tokens fails. */
  outage: boolean;
  /** Selects of the scope catalogue. */
  catalogueReads: number;
}

/** A core that serves Check and forward authentication over real tokens, for one test file. */
export function useAuthorizationCore(): AuthorizationCore {
  const closers: (() => Promise<unknown>)[] = [];
  const core: AuthorizationCore = perFile(async () => {
    const world = await createCacheWorld();
    closers.push(() => world.close());
    return { world, outage: false, catalogueReads: 0, grpcPort: 0, connectPort: 0 };
  });
  beforeAll(async () => {
    const { deps, cache, feed } = core.world;
    const { readTokens } = deps.tokens.store;
    const store = {
      ...deps.tokens.store,
      readTokens: async (...given: Parameters<typeof readTokens>) => {
        if (core.outage) throw new StorageError("the database is down");
        return readTokens(...given);
      },
    };
    const scopeNames = createScopeNames({
      list() {
        core.catalogueReads++;
        return deps.scopes.list(true);
      },
    });
    const dispatcher = createDispatcher({
      routes: routesOf(
        Authorization,
        authorizationService({ tokens: { ...deps.tokens, store, cache, feed }, scopeNames }),
      ),
      findServiceKey: (key) => {
        const permissions = KEYS[key];
        return permissions === undefined
          ? null
          : { kind: "key", keyId: key, name: key, permissions: new Set(permissions) };
      },
      resolveSession: async () => null,
      log: deps.log,
    });
    const grpc = await startGrpc({ dispatcher, address: LOCAL, isReady });
    const connect = await startConnect({ dispatcher, address: LOCAL, isReady, metrics: noMetrics });
    closers.unshift(
      () => grpc.stop(0),
      () => connect.stop(0),
    );
    Object.assign(core, { grpcPort: grpc.port, connectPort: connect.port });
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  return core;
}

/** A response of the Connect port. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** One HTTP request with these headers, repeated ones included. */
export function sendHttp(
  port: number,
  { method = "GET", path, headers, body }: { method?: string; path: string; headers: string[]; body?: string },
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const raw = ["host", "core.internal", ...headers];
    const sent = request({ host: "127.0.0.1", port, method, path, headers: raw }, async (response) => {
      resolve({ status: response.statusCode!, headers: response.headers, body: await text(response) });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
