import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createStage } from "./cleanup.ts";
import { ROOT, readDemo, survivors } from "./latchkey.ts";
import { findPorts } from "./ports.ts";

const stage = createStage();
const PARTS = ["package.json", "gen", "src"];

/** A checkout as `npm ci` leaves it, in a directory whose path has a space. */
function makeCheckout(parent: string): string {
  const root = join(parent, "my latchkey");
  mkdirSync(root);
  copy(
    PARTS.map((part) => join(ROOT, part)),
    root,
  );
  const modules = join(root, "node_modules");
  mkdirSync(modules);
  // Leaves out the caches (.cache, .vite), whose files other suites create and remove at the same time.
  const isModule = (name: string) => !name.startsWith(".") || name === ".bin";
  const names = readdirSync(join(ROOT, "node_modules")).filter(isModule);
  copy(
    names.map((name) => join(ROOT, "node_modules", name)),
    modules,
  );
  return root;
}

/**
 * Copies by hard links if the file system supports them, because node_modules is large. A symbolic link would lead out of the directory.
 */
function copy(from: readonly string[], to: string): void {
  try {
    execFileSync("cp", ["-al", ...from, to], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", ...from, to]);
  }
}

async function expectToRun(root: string, account?: { uid: number; gid: number }): Promise<void> {
  const ports = await findPorts();
  const latchkey = stage.start({ root, env: { ...ports, HOME: root }, ...(account ? { account } : {}) });
  await latchkey.ready();
  expect(readDemo(join(root, ".latchkey")).urls.grpc).toBe(`127.0.0.1:${ports.GRPC_PORT}`);
  const processes = latchkey.processes();
  latchkey.signalGroup("SIGINT");
  await latchkey.ended();
  expect(survivors(processes)).toEqual([]);
}

it("npm start runs from a path with a space, in a directory that only its owner (root, in CI) can enter", async () => {
  const parent = stage.directory();
  chmodSync(parent, 0o700);
  await expectToRun(makeCheckout(parent));
});

if (process.getuid?.() === 0) {
  it("npm start runs as an ordinary account", async () => {
    const unprivileged = { uid: 65_534, gid: 65_534 };
    const parent = stage.directory();
    chmodSync(parent, 0o755);
    const root = makeCheckout(parent);
    chownSync(root, unprivileged.uid, unprivileged.gid);
    await expectToRun(root, unprivileged);
  });
}
