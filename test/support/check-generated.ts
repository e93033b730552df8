import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `npm run check:generated`: gen/ is up to date with proto/. */
const ROOT = join(import.meta.dirname, "../..");
const fresh = mkdtempSync(join(tmpdir(), "latchkey-gen-"));

try {
  execFileSync("buf", ["generate", "--output", fresh], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  const differing = compare(join(ROOT, "gen"), join(fresh, "gen"));
  for (const difference of differing) console.error(difference);
  if (differing.length > 0) {
    console.error('gen/ is not what buf makes of proto/: run "npm run generate" and commit gen/.');
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true });
}

function compare(committed: string, made: string): string[] {
  const files = new Set([committed, made].flatMap((directory) => globSync("**/*.ts", { cwd: directory })));
  return [...files].sort().flatMap((file) => {
    const [before, after] = [read(join(committed, file)), read(join(made, file))];
    if (before === after) return [];
    return [`gen/${file}: ${before === null ? "missing" : after === null ? "left over" : "differs"}`];
  });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
