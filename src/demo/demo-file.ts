import { chmod, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** An account of the demo and how it signs in. */
interface DemoAccount {
  email: string;
  password: string;
}

/** `DATA_DIR/demo.json`: all that somebody needs to try the running service. Mode 0600: it holds secrets. */
export interface DemoFile {
  urls: { http: string; grpc: string; connect: string; demo_app: string; demo_api: string };
  /** Every right but `web:act`. */
  service_key: string;
  /** Only `tokens:introspect`. */
  introspect_key: string;
  operator: DemoAccount;
  developer: DemoAccount;
  merchant: DemoAccount & { account_id: string; merchant_id: string };
  app: { client_id: string; client_secret: string; redirect_uri: string; scopes: string[]; install_url: string };
}

/** What was decided before the seed began, so that a start cut short can be taken up again. */
export type DemoPasswords = Record<"operator" | "developer" | "merchant", string>;

const fileName = "demo.json";
const passwordsName = "demo-passwords.json";

/** The demo that `dataDir` was left with; null when there is none. */
export const readDemoFile = (dataDir: string): Promise<DemoFile | null> => readJson(join(dataDir, fileName));

/** The passwords of a seed that did not finish; null when there are none. */
export const readDemoPasswords = (dataDir: string): Promise<DemoPasswords | null> =>
  readJson(join(dataDir, passwordsName));

/** Keeps the passwords until `writeDemoFile`. */
export const writeDemoPasswords = (dataDir: string, passwords: DemoPasswords): Promise<void> =>
  writeJson(join(dataDir, passwordsName), passwords);

/** Puts the file in place at once and whole. */
export async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  await writeJson(join(dataDir, fileName), file);
  await rm(join(dataDir, passwordsName), { force: true });
}

async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`${path} cannot be read; repair it or move it away to have the demo seeded anew`, { cause: error });
  }
}

async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = `${path}.new`;
  await using file = await open(draft, "w", 0o600);
  await chmod(draft, 0o600);
  await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
  await file.sync();
  await rename(draft, path);
}
