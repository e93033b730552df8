import { execFile, type SpawnOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { StartupError } from "../observe/startup-error.ts";

const run = promisify(execFile);

/** A command line for a PostgreSQL program, including its prefix commands. */
export interface Launch {
  command: string;
  args: string[];
  options: Pick<SpawnOptions, "uid" | "gid">;
}

/** How to run PostgreSQL's programs. */
export interface RunAs {
  launch(binary: string, args: string[]): Launch;
  /** The account that must own the cluster's files; null for Latchkey's own account. */
  account: Account | null;
}

export interface Account {
  uid: number;
  gid: number;
}

/** Inputs of `chooseRunAs`. `clusterOwner` is the uid that owns the cluster's files; null if there is no cluster. */
export interface RunAsContext {
  directory: string;
  postgres: string;
  clusterOwner: number | null;
}

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. As root, Latchkey runs it in a user namespace, which needs no other
 * account. If that fails, it runs as another account, with one privilege of root: access to all directories (CAP_DAC_OVERRIDE).
 * @throws StartupError if no option works
 */
export async function chooseRunAs(context: RunAsContext): Promise<RunAs> {
  const { directory, clusterOwner } = context;
  if (process.getuid?.() !== 0) {
    requireOwnCluster(directory, clusterOwner);
    return { launch: plainLaunch(await withParentDeathSignal([])), account: null };
  }
  for (const candidate of candidatesForRoot(clusterOwner)) {
    const prefix = await withParentDeathSignal(candidate.prefix);
    const runAs: RunAs = { launch: plainLaunch(prefix, candidate.options), account: candidate.account };
    if (await canReach(runAs, context)) return runAs;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and neither a user namespace nor another account can use ${directory}; start Latchkey as another user, or set DATABASE_URL.`,
  );
}

function requireOwnCluster(directory: string, clusterOwner: number | null): void {
  const uid = process.getuid?.();
  if (clusterOwner === null || uid === undefined || clusterOwner === uid) return;
  throw new StartupError(
    `The database in ${directory} belongs to another user (uid ${clusterOwner}); start Latchkey as that user, or set DATA_DIR to another directory.`,
  );
}

interface Candidate {
  prefix: string[];
  options: Launch["options"];
  account: Account | null;
}

function candidatesForRoot(clusterOwner: number | null): Candidate[] {
  const accounts = readAccounts();
  const inside =
    accounts.find((a) => a.name === "postgres") ?? accounts.find((a) => a.name === "nobody") ?? accounts[0];
  if (!inside) return [];
  const owner = clusterOwner ? accounts.find((a) => a.uid === clusterOwner) : undefined;
  const account = { uid: (owner ?? inside).uid, gid: (owner ?? inside).gid };
  const namespace: Candidate = {
    prefix: ["unshare", "--user", `--map-user=${inside.uid}`, `--map-group=${inside.gid}`, "--"],
    options: {},
    account: null,
  };
  const asAccount: Candidate[] = [
    { prefix: keepOnlyDirectoryAccess(account), options: {}, account },
    { prefix: [], options: { ...account }, account },
  ];
  return clusterOwner ? asAccount : [namespace, ...asAccount];
}

function keepOnlyDirectoryAccess({ uid, gid }: Account): string[] {
  const only = "-all,+dac_override";
  const capabilities = [`--bounding-set=${only}`, `--inh-caps=${only}`, `--ambient-caps=${only}`];
  return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...capabilities, "--"];
}

/** initdb looks up its user, so the user of the namespace must exist in /etc/passwd. */
function readAccounts(): (Account & { name: string })[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== "" && uid > 0 && gid >= 0);
}

/** Makes the kernel send SIGINT when this process dies. Set after the change of user, because that change clears the signal. */
async function withParentDeathSignal(prefix: string[]): Promise<string[]> {
  const withSignal = [...prefix, "setpriv", "--pdeathsig", "INT", "--"];
  return (await succeeds(plainLaunch(withSignal)("true", []))) ? withSignal : prefix;
}

function plainLaunch(prefix: string[], options: Launch["options"] = {}): RunAs["launch"] {
  return (binary, args) => {
    const [command = binary, ...rest] = [...prefix, binary, ...args];
    return { command, args: rest, options };
  };
}

function canReach({ launch }: RunAs, { directory, postgres }: RunAsContext): Promise<boolean> {
  return succeeds(launch("sh", ["-c", 'cd "$0" && exec "$1" --version', directory, postgres]));
}

async function succeeds({ command, args, options }: Launch): Promise<boolean> {
  try {
    await run(command, args, options);
    return true;
  } catch {
    return false;
  }
}
