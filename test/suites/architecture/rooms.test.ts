import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeFile } from "./judge.ts";

const SRC = join(import.meta.dirname, "../../../src");
const FILES = globSync("**/*.{ts,tsx}", { cwd: SRC }).sort();

describe("the rooms of src", () => {
  it("are there", () => {
    expect(FILES.length).toBeGreaterThan(50);
  });

  it("are entered only by their doors", () => {
    expect(FILES.flatMap((file) => judgeFile(file, readFileSync(join(SRC, file), "utf8")))).toEqual([]);
  });
});

describe("a forbidden arrow is named in a sentence", () => {
  const forbidden: [file: string, source: string, target: string][] = [
    ["oauth/a.ts", 'import { x } from "../model/app.ts";', "model/app.ts"],
    ["oauth/a.ts", 'import type { Log } from "../observe/log.ts";', "types of observe/log.ts"],
    ["oauth/a.ts", 'import { randomBytes } from "node:crypto";', "node:crypto"],
    ["oauth/a.ts", 'import { z } from "zod";', "zod"],
    ["credential/a.ts", 'import { x } from "../oauth/pkce.ts";', "oauth/pkce.ts"],
    ["credential/a.ts", 'import { readFile } from "node:fs/promises";', "node:fs/promises"],
    ["credential/a.ts", 'import { log } from "../observe/log.ts";', "observe/log.ts"],
    ["model/a.ts", 'import { randomUUID } from "node:crypto";', "node:crypto"],
    ["model/a.ts", 'import { x } from "@mikro-orm/postgresql";', "@mikro-orm/postgresql"],
    ["store/a.ts", 'import { x } from "../service/errors.ts";', "service/errors.ts"],
    ["store/a.ts", 'import { x } from "../oauth/errors.ts";', "oauth/errors.ts"],
    [
      "store/a.ts",
      'import type { x } from "../../gen/latchkey/v1/app_service_pb.ts";',
      "types of gen/latchkey/v1/app_service_pb.ts",
    ],
    ["service/tokens/a.ts", 'import pg from "pg";', "pg"],
    ["service/tokens/a.ts", 'import type pg from "pg";', "types of pg"],
    ["service/tokens/a.ts", 'import { x } from "../../store/pools.ts";', "store/connection/pools.ts"],
    ["service/tokens/a.ts", 'import { x } from "../../store/embedded.ts";', "embedded-postgres/embedded.ts"],
    [
      "service/tokens/a.ts",
      'import { x } from "../../../gen/latchkey/v1/app_service_pb.ts";',
      "gen/latchkey/v1/app_service_pb.ts",
    ],
    ["service/tokens/a.ts", 'import { x } from "../../rpc/errors.ts";', "rpc/errors.ts"],
    ["service/tokens/a.ts", 'import fastify from "fastify";', "fastify"],
    ["rpc/a.ts", 'import { x } from "../store/pools.ts";', "store/connection/pools.ts"],
    ["rpc/a.ts", 'import { x } from "../oauth/refresh-token.ts";', "oauth/refresh-token.ts"],
    ["rpc/a.ts", 'import { x } from "../credential/token.ts";', "credential/token.ts"],
    ["gateway/routes/a.ts", 'import { x } from "../../service/errors.ts";', "service/errors.ts"],
    ["gateway/routes/a.ts", 'import type { x } from "../../service/call.ts";', "types of service/call.ts"],
    ["gateway/a.ts", 'import { x } from "../store/query.ts";', "store/connection/query.ts"],
    ["gateway/a.ts", 'import { x } from "../model/app.ts";', "model/app.ts"],
    ["gateway/a.ts", 'import { x } from "../credential/token.ts";', "credential/token.ts"],
    ["gateway/a.ts", 'import { x } from "../rpc/token-service.ts";', "rpc/services/token-service.ts"],
    ["gateway/a.ts", 'import { x } from "../rpc/client.ts";', "rpc/client.ts"],
    ["gateway/a.ts", 'import { x } from "../oauth/refresh-token.ts";', "oauth/refresh-token.ts"],
    ["web/a.ts", 'import { x } from "../service/call.ts";', "service/call.ts"],
    ["web/a.ts", 'import { x } from "../credential/secret.ts";', "credential/secret.ts"],
    ["web/a.ts", 'import { x } from "../gateway/server.ts";', "gateway/server.ts"],
    ["web/a.ts", 'import pg from "pg";', "pg"],
    ["client/a.ts", 'import { x } from "../rpc/client.ts";', "rpc/client.ts"],
    ["client/a.ts", 'import { x } from "../observe/log.ts";', "observe/log.ts"],
    ["client/a.ts", 'import fastify from "fastify";', "fastify"],
    ["cli/apps.ts", 'import { x } from "../store/migrate.ts";', "store/migrations/migrate.ts"],
    ["cli/apps.ts", 'import { x } from "../service/errors.ts";', "service/errors.ts"],
    ["cli/migrate.ts", 'import { x } from "../model/app.ts";', "model/app.ts"],
    ["demo/a.ts", 'import { x } from "../service/errors.ts";', "service/errors.ts"],
    ["demo/a.ts", 'import { x } from "../store/pools.ts";', "store/connection/pools.ts"],
    ["demo/a.ts", 'import { x } from "../config.ts";', "config.ts"],
    ["observe/a.ts", 'import { x } from "../config.ts";', "config.ts"],
    ["config/a.ts", 'import { x } from "../store/orm.ts";', "store/connection/orm.ts"],
    ["config.ts", 'import { x } from "./app.ts";', "app.ts"],
    ["main.ts", 'import { x } from "./store/embedded.ts";', "embedded-postgres/embedded.ts"],
    ["main.ts", 'import fastify from "fastify";', "fastify"],
    ["service/a.ts", 'import { x } from "../app.ts";', "app.ts"],
    ["service/a.ts", 'import { x } from "../app/core.ts";', "app/core.ts"],
    ["main.ts", 'import { x } from "./app/core.ts";', "app/core.ts"],
    ["service/a.ts", 'import { x } from "../main.ts";', "main.ts"],
    ["service/a.ts", 'import { x } from "../../test/database.ts";', "test/support/database.ts"],
    ["service/a.ts", 'import { x } from "../storehouse/pools.ts";', "storehouse/pools.ts"],
  ];
  it.each(forbidden)("%s: %s", (file, source, target) => {
    const room = file.replace(/\/.*/, "");
    expect(judgeFile(file, source)).toEqual([
      expect.stringContaining(
        `src/${file} imports ${target}, which ${file === "cli/migrate.ts" ? file : room} may not: `,
      ),
    ]);
  });

  const ways: [name: string, source: string][] = [
    ["a re-export", 'export { x } from "../store/query.ts";'],
    ["a re-export of everything", 'export * from "../store/query.ts";'],
    ["a re-exported type", 'export type { X } from "../store/query.ts";'],
    ["an import for its effect", 'import "../store/query.ts";'],
    ["a namespace", 'import * as x from "../store/query.ts";'],
    ["an import on demand", 'const x = await import("../store/query.ts");'],
    ["the type of an import", 'type X = import("../store/query.ts").Query;'],
    ["a type among the names", 'import { type X } from "../store/query.ts";'],
  ];
  it.each(ways)("by %s", (_name, source) => {
    expect(judgeFile("gateway/a.ts", source)).toEqual([
      expect.stringContaining("store/connection/query.ts, which gateway may not: "),
    ]);
  });

  it("and so is one that is computed, and a file in no room", () => {
    expect(judgeFile("gateway/a.ts", "const x = await import(name);")).toEqual([
      expect.stringContaining("computes what it imports"),
    ]);
    expect(judgeFile("lib/a.ts", "")).toEqual([expect.stringContaining("stands in no room")]);
  });

  it("while types may pass where values may not", () => {
    expect(judgeFile("client/a.ts", 'import type { FastifyRequest } from "fastify";')).toEqual([]);
    expect(judgeFile("service/a.ts", 'import type { Pools } from "../store/pools.ts";')).toEqual([]);
    expect(judgeFile("client/a.ts", 'import { type FastifyRequest, fastify } from "fastify";')).toHaveLength(1);
  });

  it("and the composition root may enter every room", () => {
    for (const file of ["app.ts", "app/core.ts"]) {
      expect(judgeFile(file, 'import "../../../src/store/connection/pools.ts"; import "pg";')).toEqual([]);
    }
  });
});
