import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readReferences } from "../../suites/architecture/imports.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const client = read("src/client/package.json");
const root = read("package.json");

it("the client's package.json lists its imports, in the tested versions", () => {
  const files = globSync("src/client/*.ts", { cwd: ROOT });
  const imported = files.flatMap((file) => readReferences(file, readFileSync(join(ROOT, file), "utf8")));
  const packages = imported
    .map(({ specifier }) => specifier ?? "")
    .filter((specifier) => !/^(\.|node:)/.test(specifier))
    .map((specifier) =>
      specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  const named = { ...client.dependencies, ...client.peerDependencies };
  expect(new Set(packages)).toEqual(new Set(Object.keys(named)));
  for (const [name, version] of Object.entries(client.dependencies))
    expect([name, root.dependencies[name]]).toEqual([name, version]);
  expect(client.version).toBe(root.version);
});
