import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = "src/store/migrations/*.sql";

/** The files of an earlier version, in a directory of their own with the dependencies of that version. */
export interface Release {
  commit: string;
  directory: string;
  remove(): Promise<void>;
}

/**
 * Checks out the version from which an upgrade starts: UPGRADE_FROM if it is set, else the newest tag or, without a tag, the newest commit
 * with an older schema.
 * @throws Error in a shallow clone
 */
export async function checkOutPreviousRelease(): Promise<Release> {
  const commit = findPreviousRelease();
  const directory = await mkdtemp(join(tmpdir(), "latchkey-previous-"));
  const files = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", directory], { input: files });
  installDependencies(directory);
  return {
    commit,
    directory,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

function findPreviousRelease(): string {
  if (git("rev-parse", "--is-shallow-repository") === "true")
    throw new Error(
      "This clone is shallow. The upgrade suite needs the previous version: run `git fetch --unshallow --tags`.",
    );
  if (process.env.UPGRADE_FROM) return git("rev-parse", process.env.UPGRADE_FROM);
  const tag = git("tag", "--list", "v*", "--merged", "HEAD", "--no-contains", "HEAD", "--sort=-v:refname").split(
    "\n",
  )[0];
  if (tag) return tag;
  return findOlderSchema();
}

/**
 * The newest commit that has only some of this version's migrations. A commit with a migration that has been renamed since does not count.
 */
function findOlderSchema(): string {
  const current = migrationsOf("HEAD");
  const changes = git("log", "--format=%H", "--", MIGRATIONS).split("\n");
  for (const change of changes) {
    const before = migrationsOf(`${change}^`);
    if (before.size > 0 && before.size < current.size && before.isSubsetOf(current))
      return git("rev-parse", `${change}^`);
  }
  throw new Error("No earlier commit has a part of this version's migrations. Name a version: UPGRADE_FROM=<commit>.");
}

function migrationsOf(commit: string): Set<string> {
  const files = git("ls-tree", "--name-only", commit, "src/store/migrations/").split("\n");
  return new Set(files.filter((file) => file.endsWith(".sql")));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}

function installDependencies(directory: string): void {
  const lock = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
  if (lock(directory) === lock(ROOT) && existsSync(join(ROOT, "node_modules")))
    symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
  else execFileSync("npm", ["ci", "--prefer-offline"], { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
}
