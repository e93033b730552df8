import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const isFile = (path: string) => existsSync(join(ROOT, path));

/** The RPC services of the generated code. */
async function readServices(): Promise<DescService[]> {
  const modules = globSync("gen/latchkey/v1/*_pb.ts", { cwd: ROOT }).map((file) => import(join(ROOT, file)));
  const descriptors = (await Promise.all(modules)).flatMap((module) => Object.values(module) as { kind?: string }[]);
  return descriptors.filter((descriptor): descriptor is DescService => descriptor?.kind === "service");
}

/** The folder of a service: its name without "Service", in the plural if the noun has one. */
function folderOf({ name }: DescService): string {
  const noun = name.replace(/Service$/, "").toLowerCase();
  return isFile(`src/service/${noun}`) ? noun : `${noun}s`;
}

/** The files that an RPC should have and that do not exist. */
function missingOf({ parent, name, localName }: DescMethod): string[] {
  const path = `service/${folderOf(parent)}/${name.replace(/(?<=[a-z])[A-Z]/g, "-$&").toLowerCase()}`;
  const [source, test] = [`src/${path}.ts`, `test/unit/${path}.test.ts`];
  const declares = new RegExp(`export (async )?function\\*? ${localName}\\(`);
  const isDeclared = isFile(source) && declares.test(readFileSync(join(ROOT, source), "utf8"));
  return [...(isDeclared ? [] : [`${source} with the function ${localName}`]), ...(isFile(test) ? [] : [test])];
}

it("every RPC has a service file and a unit test that are named after it", async () => {
  const methods = (await readServices()).flatMap(({ methods }) => methods);
  expect(methods.length).toBeGreaterThan(100);
  expect(methods.flatMap(missingOf)).toEqual([]);
});
