import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/latchkey");
/** Debian's, because the account postgres cannot enter the home directory of another. */
const PYTHON = "/usr/bin/python3";
/** The installer uv. An environment with pip takes five times the CPU time. */
const UV = "uv==0.13.9";

interface Installation {
  directory: string;
  /** Packages with their versions, or `-r` and a file of them. */
  requirements: readonly string[];
  /** Compiles all modules, for programs that start several times. */
  compile?: boolean;
}

/** Creates a Python environment in the directory, unless it is there, and installs packages from PyPI into it. */
export async function installPython({ directory, requirements, compile = false }: Installation): Promise<void> {
  const uv = await findUv();
  await run(uv, ["venv", "--quiet", "--allow-existing", "--python", PYTHON, directory]);
  const options = ["--quiet", ...(compile ? ["--compile-bytecode"] : []), "--python", join(directory, "bin/python")];
  await run(uv, ["pip", "install", ...options, ...requirements]);
}

/** The path of uv, which the first call installs. */
async function findUv(): Promise<string> {
  const directory = join(CACHE, UV);
  const program = join(directory, "bin/uv");
  if (existsSync(program)) return program;
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, "installing-"));
  try {
    await run("pip3", ["install", "--quiet", "--disable-pip-version-check", "--no-compile", "--target", work, UV]);
    // Another test process may have installed it at the same time.
    await rename(work, directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return program;
}
