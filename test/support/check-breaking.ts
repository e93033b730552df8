import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `npm run check:breaking`: clients of the earlier contract in proto/ still work. */
const ROOT = join(import.meta.dirname, "../..");
const earlier = findEarlier();

if (earlier === null) console.log("check:breaking: proto/ has no earlier version in this clone to be compared with.");
else process.exitCode = compareWith(earlier);

interface Earlier {
  commit: string;
  what: string;
}

/**
 * The first version with a contract among: HEAD if proto/ has uncommitted changes, the main branch, the last tag, the commit before HEAD.
 */
function findEarlier(): Earlier | null {
  const head = git("rev-parse", "HEAD");
  if (head === null) return null;
  const base = git("merge-base", "HEAD", "origin/main") ?? git("merge-base", "HEAD", "main");
  const tag = git("describe", "--tags", "--abbrev=0", "HEAD^");
  const candidates: [commit: string | null, what: string][] = [
    [git("status", "--porcelain", "--", "proto") === "" ? null : head, "the last commit"],
    [base === head ? null : base, "the main branch"],
    [tag && git("rev-list", "-n1", tag), `the tag ${tag}`],
    [git("rev-parse", "HEAD^"), "the commit before"],
  ];
  for (const [commit, what] of candidates) if (commit && hasContract(commit)) return { commit, what };
  return null;
}

function hasContract(commit: string): boolean {
  return Boolean(git("ls-tree", "-r", "--name-only", commit, "proto"));
}

function compareWith({ commit, what }: Earlier): number {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-proto-"));
  try {
    const archive = execFileSync("git", ["archive", commit, "proto", "buf.yaml"], { cwd: ROOT });
    execFileSync("tar", ["-x", "-C", directory], { input: archive });
    const { status } = spawnSync("buf", ["breaking", "--against", directory], { cwd: ROOT, stdio: "inherit" });
    console.log(
      `check:breaking: proto/ ${status === 0 ? "is compatible with" : "breaks"} ${what} (${commit.slice(0, 10)}).`,
    );
    return status ?? 1;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The output of git; null if git fails, as without a repository, without the branch, or in a shallow clone. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
