import { Code, ConnectError } from "@connectrpc/connect";
import { requestErrorOf } from "../rpc/errors.ts";
import { commandLine } from "./help-text.ts";
import { printable } from "./output.ts";

/** An error that the user can fix; printed without a stack trace. */
export class CliError extends Error {}

/** The command line is invalid. */
export class UsageError extends CliError {}

/** The text to print for an error: what is wrong and what to do. */
export function explain(error: unknown): string {
  if (error instanceof CliError) return linesOf(error.message);
  if (error instanceof ConnectError) return linesOf(explainRpcError(error));
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const linesOf = (text: string): string => text.split("\n").map(printable).join("\n");

const ADVICE: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]:
    "The core does not accept this service key. Check SERVICE_KEY; it may have expired or been revoked.",
  [Code.DeadlineExceeded]: "The core did not respond in time. Try again, or check its log.",
};

function explainRpcError(error: ConnectError): string {
  const requestError = requestErrorOf(error);
  if (requestError !== null) {
    const { reason, violations } = requestError;
    const lines = violations.map(({ field, description }) => `\n  ${field}: ${description}`);
    const head = lines.length > 0 ? "Invalid fields" : error.rawMessage.replace(/\.$/, "");
    return `${head} (${reason})${lines.length > 0 ? ":" : "."}${lines.join("")}${hint(reason, error.rawMessage)}`;
  }
  const permission = /lacks the permission (\S+)/.exec(error.rawMessage)?.[1];
  if (error.code === Code.PermissionDenied && permission !== undefined) return explainMissingPermission(permission);
  return ADVICE[error.code] ?? `${error.rawMessage} (${Code[error.code]})`;
}

function explainMissingPermission(permission: string): string {
  return (
    `This service key lacks the permission ${permission}.\n` +
    `  Use a key that has it, or create one with a key that has keys:write: ${commandLine(`keys create <name> --permission ${permission}`)}`
  );
}

const LISTS: Record<string, string> = {
  app: "apps list",
  installation: "installations list",
  account: "accounts list",
  merchant: "merchants list",
  "service key": "keys list",
  developer: "accounts list",
  team: "accounts list",
};

const HINTS: Record<string, string> = {
  SECRET_LIMIT: `Retire one first: ${commandLine("apps secrets retire <client_id> <secret_id> --now")}`,
  EMAIL_TAKEN: `To see its account: ${commandLine("accounts show <email>")}\n  If that account has not verified the address, an invitation moves the address: ${commandLine("accounts invite <email>")}`,
  EMAIL_UNVERIFIED: `Invite the address: ${commandLine("accounts invite <email>")}; or mark it as verified: ${commandLine("accounts verify-email <account>")}`,
};

function hint(reason: string, message: string): string {
  const noun = /no such ([a-z ]+)\b/.exec(message)?.[1] ?? "";
  const list = LISTS[noun];
  const text = HINTS[reason] ?? (list && `To list them: ${commandLine(list)}`);
  return text === undefined ? "" : `\n  ${text}`;
}
