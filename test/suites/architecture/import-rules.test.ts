import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findForbiddenImports } from "./check-imports.ts";
import { findCycles } from "./cycles.ts";

const SRC = join(import.meta.dirname, "../../../src");
const sources = new Map(
  globSync("**/*.ts", { cwd: SRC })
    .sort()
    .map((file) => [file, readFileSync(join(SRC, file), "utf8")]),
);

describe("src", () => {
  it("imports only as the rules allow", () => {
    expect(sources.size).toBeGreaterThan(50);
    expect([...sources].flatMap(([file, source]) => findForbiddenImports(file, source))).toEqual([]);
  });

  it("has no import cycles", () => {
    expect(findCycles(sources)).toEqual([]);
  });
});

describe("a forbidden import", () => {
  const forbidden: [file: string, source: string, target: string][] = [
    ["oauth/a.ts", 'import { x } from "../model/app.ts";', "model/app.ts"],
    ["oauth/a.ts", 'import type { Log } from "../observe/log.ts";', "types of observe/log.ts"],
    ["credential/a.ts", 'import { readFile } from "node:fs/promises";', "node:fs/promises"],
    ["model/a.ts", 'import { x } from "@mikro-orm/postgresql";', "@mikro-orm/postgresql"],
    ["concurrency/a.ts", 'import { x } from "../service/page.ts";', "service/page.ts"],
    ["store/a.ts", 'import { x } from "../service/errors.ts";', "service/errors.ts"],
    ["service/tokens/a.ts", 'import pg from "pg";', "pg"],
    ["service/a.ts", 'import { x } from "../store/connection/pools.ts";', "store/connection/pools.ts"],
    ["rpc/a.ts", 'import { x } from "../store/connection/query.ts";', "store/connection/query.ts"],
    ["gateway/routes/a.ts", 'import type { x } from "../../service/call.ts";', "types of service/call.ts"],
    ["gateway/a.ts", 'import { x } from "../rpc/client.ts";', "rpc/client.ts"],
    ["web/a.ts", 'import { x } from "../gateway/server.ts";', "gateway/server.ts"],
    ["web/portal/a.ts", 'import { x } from "../console/list.ts";', "web/console/list.ts"],
    ["web/console/apps/a.ts", 'import type { x } from "../../portal/a.ts";', "types of web/portal/a.ts"],
    ["client/a.ts", 'import fastify from "fastify";', "fastify"],
    ["cli/apps.ts", 'import { x } from "../store/migrations/migrate.ts";', "store/migrations/migrate.ts"],
    ["main.ts", 'import { x } from "./app/core.ts";', "app/core.ts"],
  ];
  it.each(forbidden)("of %s: %s", (file, source, target) => {
    const message = expect.stringMatching(new RegExp(`^src/${file} imports ${target}, which \\S+ may not: `));
    expect(findForbiddenImports(file, source)).toEqual([message]);
  });

  const forms: [name: string, source: string][] = [
    ["a re-export", 'export { x } from "../store/audit/audit.ts";'],
    ["a re-export of everything", 'export * from "../store/audit/audit.ts";'],
    ["a re-exported type", 'export type { X } from "../store/audit/audit.ts";'],
    ["an import for its effect", 'import "../store/audit/audit.ts";'],
    ["a namespace", 'import * as x from "../store/audit/audit.ts";'],
    ["a dynamic import", 'const x = await import("../store/audit/audit.ts");'],
    ["an import type", 'type X = import("../store/audit/audit.ts").Query;'],
    ["a type among names", 'import { type X } from "../store/audit/audit.ts";'],
  ];
  it.each(forms)("as %s", (_name, source) => {
    expect(findForbiddenImports("gateway/a.ts", source)).toEqual([
      expect.stringContaining("store/audit/audit.ts, which gateway may not: "),
    ]);
  });

  it("with a computed path, and a file outside all modules", () => {
    expect(findForbiddenImports("gateway/a.ts", "const x = await import(name);")).toEqual([
      expect.stringContaining("computes an import path"),
    ]);
    expect(findForbiddenImports("lib/a.ts", "")).toEqual([expect.stringContaining("belongs to no module")]);
  });
});

describe("an allowed import", () => {
  it.each([
    ["a type where its value is not", "client/a.ts", 'import type { FastifyRequest } from "fastify";'],
    ["everything, for the composition root", "app/core.ts", 'import "../store/connection/pools.ts"; import "pg";'],
  ])("%s", (_name, file, source) => {
    expect(findForbiddenImports(file, source)).toEqual([]);
  });
});

it("a cycle is found and named once", () => {
  const cyclic = new Map([
    ["a.ts", 'import { b } from "./x/b.ts";'],
    ["x/b.ts", 'import type { C } from "./c.ts";'],
    ["x/c.ts", 'import { a } from "../a.ts"; import { d } from "./d.ts";'],
    ["x/d.ts", ""],
  ]);
  expect(findCycles(cyclic)).toEqual(["a.ts, x/b.ts, x/c.ts"]);
});
