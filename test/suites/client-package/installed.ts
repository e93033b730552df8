import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");
const execute = promisify(execFile);

/** The package, installed in an empty directory. */
export interface Installed {
  directory: string;
  /** The files of the tarball, relative to the package's directory. */
  files: string[];
  /** Runs a program of `consumer/`; returns its output. */
  run(program: string, env?: Record<string, string>): Promise<string>;
  remove(): void;
}

/** The description of a tarball by `npm pack --json`. */
interface Packed {
  filename: string;
  files: { path: string }[];
}

/** Builds, packs and installs the package. Its dependencies come from npm's configured registry. */
export function install(): Installed {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-client-package-"));
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], timeout: 180_000 });
  run("npm", ["run", "--silent", "build:client"], ROOT);
  const packing = ["pack", "--json", "--pack-destination", directory, join(ROOT, "dist", "client")];
  const [packed] = Object.values<Packed>(JSON.parse(run("npm", packing, ROOT)));
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: "consumer", private: true }));
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", `./${packed!.filename}`], directory);
  cpSync(join(import.meta.dirname, "consumer"), directory, { recursive: true });
  return {
    directory,
    files: packed!.files.map(({ path }) => path),
    async run(program, env = {}) {
      const { stdout } = await execute(oldNode().path, [program], {
        cwd: directory,
        env: { PATH: process.env.PATH, ...env },
      });
      return stdout;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The oldest Node of this machine. The package supports Node 20 and newer. */
export function oldNode(): { path: string; version: string } {
  const directories = [dirname(process.execPath), ...(process.env.PATH ?? "").split(delimiter)];
  const nodes = directories.map((at) => join(at, "node")).filter((path) => existsSync(path));
  const versions = nodes.map((path) => ({
    path,
    version: execFileSync(path, ["--version"], { encoding: "utf8" }).trim(),
  }));
  const major = ({ version }: { version: string }) => Number(/^v(\d+)/.exec(version)?.[1]);
  return versions.filter((node) => major(node) >= 20).sort((a, b) => major(a) - major(b))[0]!;
}

/** The names of the installed packages, with their scopes. */
export function packagesIn(directory: string): string[] {
  const names = readdirSync(join(directory, "node_modules")).filter((name) => !name.startsWith("."));
  return names.flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(directory, "node_modules", name)).map((part) => `${name}/${part}`) : [name],
  );
}
