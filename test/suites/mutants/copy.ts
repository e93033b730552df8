import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

export interface Copy {
  directory: string;
  remove(): void;
}

/** The tracked files as they are in the work tree, in a directory of their own, so that no mutant is ever seen by anybody else. */
export function copyWorkTree(): Copy {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-mutants-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split("\0").filter(isFile)) {
    mkdirSync(join(directory, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(directory, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** A file that git knows and that is there; a node_modules that is a link comes without being asked for. */
function isFile(name: string): boolean {
  return name !== "" && lstatSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile() === true;
}
