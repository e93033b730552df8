import { Code, ConnectError } from "@connectrpc/connect";
import { requestErrorOf } from "../rpc/errors.ts";
import { printable } from "./output.ts";
import { typed } from "./program-name.ts";

/** Something that the person at the terminal can mend; told without a stack trace. */
export class CliError extends Error {}

/** The command line itself is wrong. */
export class UsageError extends CliError {}

/** What to print for an error: what was wrong and what to do, in lines. */
export function explain(error: unknown): string {
  if (error instanceof CliError) return linesOf(error.message);
  if (error instanceof ConnectError) return linesOf(explainAnswer(error));
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const linesOf = (text: string): string => text.split("\n").map(printable).join("\n");

const ADVICE: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]: "The core does not know this service key. Check SERVICE_KEY; it may have been revoked.",
  [Code.DeadlineExceeded]: "The core took too long to answer. Try again; if it stays so, look at its log.",
};

function explainAnswer(error: ConnectError): string {
  const refused = requestErrorOf(error);
  if (refused !== null) {
    const { reason, violations } = refused;
    const faults = violations.map(({ field, description }) => `\n  ${field}: ${description}`);
    const head = faults.length > 0 ? "This has to change" : error.rawMessage.replace(/\.$/, "");
    return `${head} (${reason})${faults.length > 0 ? ":" : "."}${faults.join("")}${hint(reason, error.rawMessage)}`;
  }
  const permission = /lacks the permission (\S+)/.exec(error.rawMessage)?.[1];
  if (error.code === Code.PermissionDenied && permission !== undefined) return explainMissingPermission(permission);
  return ADVICE[error.code] ?? `${error.rawMessage} (${Code[error.code]})`;
}

function explainMissingPermission(permission: string): string {
  return (
    `This service key lacks the permission ${permission}.\n` +
    `  Use one that has it, or make one with a key that has keys:write: ${typed(`keys create <name> --permission ${permission}`)}`
  );
}

const LISTS: Record<string, string> = {
  app: "apps list",
  installation: "installations list",
  account: "accounts list",
  merchant: "merchants list",
  "service key": "keys list",
  developer: "accounts list",
};

const HINTS: Record<string, string> = {
  SECRET_LIMIT: `End one first: ${typed("apps secrets retire <client_id> <secret_id> --now")}`,
  EMAIL_TAKEN: `Whose it is: ${typed("accounts show <email>")}\n  If that account has not verified the address, an invitation moves it: ${typed("accounts invite <email>")}`,
  EMAIL_UNVERIFIED: `Invite the address: ${typed("accounts invite <email>")}; or mark it as verified: ${typed("accounts verify-email <account>")}`,
};

function hint(reason: string, message: string): string {
  const noun = /no such ([a-z ]+)\b/.exec(message)?.[1] ?? "";
  const list = LISTS[noun];
  const told = HINTS[reason] ?? (list && `Which there are: ${typed(list)}`);
  return told === undefined ? "" : `\n  ${told}`;
}
