import { chmod, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "../observe/startup-error.ts";

interface DemoAccount {
  email: string;
  password: string;
}

/** `DATA_DIR/demo.json`: URLs and credentials of the running demo. Mode 0600, because it contains secrets. */
export interface DemoFile {
  urls: { http: string; grpc: string; connect: string; demo_app: string; demo_api: string };
  /** Has every permission except `web:act`. */
  service_key: string;
  /** Has only `tokens:introspect`. */
  introspect_key: string;
  operator: DemoAccount;
  developer: DemoAccount;
  merchant: DemoAccount & { account_id: string; merchant_id: string };
  app: { client_id: string; client_secret: string; redirect_uri: string; scopes: string[]; install_url: string };
}

/** The passwords chosen before the seed, so that an interrupted seed can continue. */
export type DemoPasswords = Record<"operator" | "developer" | "merchant", string>;

const fileName = "demo.json";
const passwordsName = "demo-passwords.json";

/**
 * Reads `demo.json` from `dataDir`; null if there is none.
 * @throws StartupError if the file is malformed
 */
export const readDemoFile = (dataDir: string): Promise<DemoFile | null> => readJson(join(dataDir, fileName), DEMO);

/** The passwords of an unfinished seed; null if there are none. */
export const readDemoPasswords = (dataDir: string): Promise<DemoPasswords | null> =>
  readJson(join(dataDir, passwordsName), PASSWORDS);

/** Stores the passwords until `writeDemoFile`. */
export const writeDemoPasswords = (dataDir: string, passwords: DemoPasswords): Promise<void> =>
  writeJson(join(dataDir, passwordsName), passwords);

/** Writes the file atomically. */
export async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  await writeJson(join(dataDir, fileName), file);
  await rm(join(dataDir, passwordsName), { force: true });
}

/** The required members: a string, a list of strings, or an object. */
type Shape = { [member: string]: "text" | "texts" | Shape };

const ACCOUNT = { email: "text", password: "text" } satisfies Shape;
const DEMO: Shape = {
  urls: { http: "text", grpc: "text", connect: "text", demo_app: "text", demo_api: "text" },
  service_key: "text",
  introspect_key: "text",
  operator: ACCOUNT,
  developer: ACCOUNT,
  merchant: { ...ACCOUNT, account_id: "text", merchant_id: "text" },
  app: { client_id: "text", client_secret: "text", redirect_uri: "text", scopes: "texts", install_url: "text" },
};
const PASSWORDS: Shape = { operator: "text", developer: "text", merchant: "text" };

async function readJson<T>(path: string, shape: Shape): Promise<T | null> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartupError(`${path} cannot be read (${error.code}).`, { cause: error });
  });
  if (text === null) return null;
  const fault = findError(text, shape);
  if (fault === null) return JSON.parse(text) as T;
  throw new StartupError(
    `${path} is not a valid demo file: ${fault}. Repair it, or move it so that a new one is created.`,
  );
}

function findError(text: string, shape: Shape): string | null {
  try {
    const missing = findMissing(JSON.parse(text), shape);
    return missing === null ? null : `${missing} is missing`;
  } catch {
    return "it is not JSON";
  }
}

/** The path of the first missing or malformed member. */
function findMissing(value: unknown, shape: Shape): string | null {
  if (typeof value !== "object" || value === null) return "the object";
  for (const [name, expected] of Object.entries(shape)) {
    const member = (value as Record<string, unknown>)[name];
    if (expected === "text" && typeof member !== "string") return name;
    if (expected === "texts" && !isTexts(member)) return name;
    if (typeof expected !== "object") continue;
    if (typeof member !== "object" || member === null) return name;
    const inner = findMissing(member, expected);
    if (inner !== null) return `${name}.${inner}`;
  }
  return null;
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string");

async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = `${path}.new`;
  await using file = await open(draft, "w", 0o600);
  await chmod(draft, 0o600);
  await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
  await file.sync();
  await rename(draft, path);
}
