import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

export interface Copy {
  directory: string;
  remove(): void;
}

/** Copies the tracked and new files of the work tree into a temporary directory, so that the work tree never contains a mutant. */
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

/** False for deleted files, and for `node_modules` if it is a symbolic link. */
function isFile(name: string): boolean {
  return name !== "" && lstatSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile() === true;
}
