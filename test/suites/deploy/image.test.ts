import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { freePorts } from "../../support/start-service.ts";
import { ROOT, run } from "./tools.ts";

const MEGABYTE = 1024 * 1024;

/** The directory `/latchkey` of the image, made by the steps of the Dockerfile. */
let directory: string;
/** Megabytes of the dependencies. */
let dependencies: number;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "latchkey-image-"));
  chmodSync(directory, 0o755);
  for (const name of ["package.json", "package-lock.json", ".npmrc", "src", "gen", "deploy/image"]) {
    cpSync(join(ROOT, name), join(directory, name), { recursive: true });
  }
  run("npm", ["ci", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund"], directory);
  run("sh", ["deploy/image/prune.sh", "."], directory);
  dependencies = Number(run("du", ["-sb", join(directory, "node_modules")]).split("\t")[0]) / MEGABYTE;
  // A copy of Node, because a user without privileges may not be able to access the one of this checkout.
  copyFileSync(process.execPath, join(directory, "node"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A command in the directory with a read-only mount of it and without privileges, as in the container. */
function confined(args: string[], env: Record<string, string>): ChildProcess {
  const isRoot = process.getuid?.() === 0;
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"';
  const unprivileged = isRoot ? ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "--no-new-privs"] : [];
  const unshare = isRoot ? ["--mount"] : ["--mount", "--map-root-user"];
  const command = [...unshare, "sh", "-c", readOnly, directory, ...unprivileged, join(directory, "node"), ...args];
  return spawn("unshare", command, { env: { PATH: process.env.PATH!, ...env }, stdio: ["ignore", "pipe", "inherit"] });
}

test("the dependencies take less than 60 MB, and the image less than 200 MB with Alpine and Node", () => {
  expect(dependencies).toBeLessThan(60);
  const stripped = join(directory, "stripped");
  execFileSync("strip", ["--strip-unneeded", "-o", stripped, join(directory, "node")]);
  const node = Number(run("stat", ["--format=%s", stripped])) / MEGABYTE;
  rmSync(stripped);
  const service = Number(
    run("du", ["-sbc", join(directory, "src"), join(directory, "gen")])
      .split("\n")
      .at(-2)!
      .split("\t")[0],
  );
  // Megabytes of Alpine with the libraries that Node uses.
  const base = 12;
  expect(base + node + dependencies + service / MEGABYTE).toBeLessThan(200);
});

test("the check of new passwords, which is loaded at the first one, has its files", async () => {
  const script = `const { isGuessable } = await import("./src/credential/guessable-password.ts");
process.exitCode = (await isGuessable("passwordpassword", [])) ? 0 : 1;`;
  const check = confined(["--input-type=module", "-e", script], {});
  expect(await once(check, "exit")).toEqual([0, null]);
});

test("the service starts with a read-only file system as another user, and its health check passes", async () => {
  const database = await createTestDatabase();
  const [http = 0, grpc = 0, connect = 0, health = 0] = await freePorts(4);
  const ports = { HTTP_PORT: `${http}`, GRPC_PORT: `${grpc}`, CONNECT_PORT: `${connect}`, HEALTH_PORT: `${health}` };
  const service = confined(["src/main.ts"], {
    ...ports,
    DATABASE_URL: database.url,
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    PUBLIC_URL: `http://127.0.0.1:${http}`,
    HOST: "127.0.0.1",
    DATA_DIR: "/nonexistent",
    DRAIN_DELAY: "0",
  });
  let output = "";
  service.stdout!.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = once(service, "exit");
  try {
    await expect.poll(() => output, { timeout: 120_000 }).toContain('"msg":"ready"');
    const check = confined(["deploy/image/healthcheck.ts"], ports);
    expect(await once(check, "exit")).toEqual([0, null]);
    service.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  } finally {
    service.kill("SIGKILL");
    await exited;
    await database.drop();
  }
  const failing = confined(["deploy/image/healthcheck.ts"], ports);
  expect((await once(failing, "exit"))[0]).not.toBe(0);
});
