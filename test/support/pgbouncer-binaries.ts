import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { access, chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Releases of Debian and their PgBouncer: bookworm has 1.18, trixie 1.24. Only the latter tracks prepared statements. */
export type DebianRelease = "bookworm" | "trixie";

/** The packages of the program and of every library that it loads. */
const PACKAGES: Record<DebianRelease, string[]> = {
  bookworm: ["libc-ares2", "libevent-2.1-7", "libssl3", "liblzma5", "liblz4-1", "libgcrypt20", "libgpg-error0"],
  trixie: ["libcares2", "libevent-2.1-7t64", "libssl3t64", "zlib1g"],
};
const COMMON = ["pgbouncer", "libc6", "libpam0g", "libsystemd0", "libcap2", "libaudit1", "libcap-ng0", "libzstd1"];

const CACHE = resolve("node_modules/.cache/latchkey");

/** The command line that runs PgBouncer, without its own arguments. */
export interface PgBouncerProgram {
  command: string;
  args: string[];
}

/**
 * PgBouncer of a Debian release, unpacked with its libraries into `node_modules/.cache`, so that it also runs on other releases. Uses the
 * machine's Debian mirror; takes about five seconds the first time.
 */
export async function findPgBouncer(release: DebianRelease = "trixie"): Promise<PgBouncerProgram> {
  const root = join(CACHE, `pgbouncer-${release}`);
  const isThere = await access(root).then(
    () => true,
    () => false,
  );
  if (!isThere) await install(release, root);
  const [loader] = globSync(join(root, "{usr/,}lib*/**/ld-linux-*.so.*"));
  if (loader === undefined) throw new Error(`PgBouncer in ${root} is incomplete; remove the directory`);
  const libraries = globSync(join(root, "{usr/,}lib/*-linux-gnu"));
  return { command: loader, args: ["--library-path", libraries.join(":"), join(root, "usr/sbin/pgbouncer")] };
}

/** Unpacks in a directory of its own, then renames the directory, because several test processes may install at once. */
async function install(release: DebianRelease, root: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, "unpack-"));
  try {
    const options = await createAptDirectories(work, release);
    await run("apt-get", [...options, "update"]);
    const packages = join(work, "packages");
    await mkdir(packages);
    const names = [...COMMON, ...PACKAGES[release]];
    await run("apt-get", [...options, "download", ...names], { cwd: packages });
    const unpacked = join(work, "root");
    for (const file of globSync(join(packages, "*.deb"))) await run("dpkg", ["-x", file, unpacked]);
    await chmod(unpacked, 0o755);
    await rename(unpacked, root).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Options of apt that use only this release and leave the machine's lists unchanged. */
async function createAptDirectories(work: string, release: DebianRelease): Promise<string[]> {
  const targets = await run("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
  const mirror = targets.stdout.split("\n").find((uri) => /\/debian\/$/.test(uri));
  if (mirror === undefined) throw new Error("no Debian mirror in the sources of apt");
  const sources = join(work, "sources");
  for (const directory of [sources, join(work, "state/lists/partial"), join(work, "cache/archives/partial")]) {
    await mkdir(directory, { recursive: true });
  }
  const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
  await writeFile(join(sources, "debian.list"), `deb [signed-by=${keyring}] ${mirror} ${release} main\n`);
  const settings = {
    "Dir::Etc::sourcelist": "/dev/null",
    "Dir::Etc::sourceparts": sources,
    "Dir::State": join(work, "state"),
    // Without this, apt would prefer an installed version from another source, such as a security update, which this release does not have.
    "Dir::State::status": "/dev/null",
    "Dir::Cache": join(work, "cache"),
    "Acquire::Languages": "none",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}
