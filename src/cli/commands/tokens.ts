import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import {
  Consistency,
  IntrospectResponseSchema,
  RevokeBeforeResponseSchema,
  TokenKind,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import { parseTime, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { CliError, UsageError } from "../errors.ts";
import { enumName, formatTime, type Output, print, printFields, printJson } from "../output.ts";
import { confirmEverything } from "./confirm.ts";
import { revokeDirectly } from "./revoke-directly.ts";

interface RevokeBefore extends Output {
  app?: string;
  merchant?: string;
  everything?: boolean;
  before?: Date;
  yes?: boolean;
  direct?: boolean;
}

/** `latchkey tokens introspect | revoke`. */
export function addTokenCommands(tokens: Command): void {
  withJson(
    tokens
      .command("introspect")
      .description("introspect a token, read from standard input to keep it out of the shell history"),
  )
    .option("--refresh", "the token is a refresh token")
    .action(introspect);
  withJson(
    tokens
      .command("revoke")
      .description("revoke all tokens that were authorized until now, or until --before; this cannot be undone"),
  )
    .option("--app <client_id>", "only tokens of this app")
    .option("--merchant <merchant_id>", "only tokens of this merchant")
    .option("--everything", "every token; asks for confirmation, or requires --yes without a terminal")
    .option("--before <time>", "a time in ISO 8601 with a zone, such as 2026-11-20T14:00:00Z; default: now", parseTime)
    .option("--yes", "skip the confirmation of --everything")
    .option(
      "--direct",
      "revoke in the database of DATABASE_URL, before the first core starts on a restored database; also resets the feed",
    )
    .action(revokeBefore);
}

async function introspect(options: Output & { refresh?: boolean }): Promise<void> {
  const token = await readStandardInput();
  await withCore(async (core) => {
    const tokenTypeHint = options.refresh === true ? "refresh_token" : "";
    const consistency = Consistency.FULLY_CONSISTENT;
    const response = await core.tokens.introspect({ token, tokenTypeHint, consistency }, callOptions);
    if (options.json === true) return printJson(IntrospectResponseSchema, response);
    if (response.active !== true) return print("inactive");
    printFields({
      active: "yes",
      kind: enumName(TokenKind, response.tokenKind),
      merchant: response.merchantId,
      app: response.clientId,
      scopes: response.scopes.join(" "),
      installation: `${response.installationId}, version ${response.installationVersion}`,
      account: response.accountId,
      issued: formatTime(response.issuedAt),
      expires: formatTime(response.expiresAt),
      test: response.test ? "yes" : "",
    });
  });
}

async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write("Paste the token, then press Enter and Ctrl-D:\n");
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  if (text.trim() === "") throw new CliError("Standard input is empty; it must contain a token.");
  return text.trim();
}

async function revokeBefore(options: RevokeBefore): Promise<void> {
  const subject = subjectOf(options);
  if (subject.case === "everything" && options.yes !== true)
    await confirmEverything({ input: process.stdin, output: process.stderr });
  if (options.direct === true) return revokeDirectly(subject, options);
  await withCore(async (core) => {
    const notBefore = options.before && timestampFromDate(options.before);
    const response = await core.tokens.revokeBefore({ subject, notBefore }, callOptions);
    if (options.json === true) return printJson(RevokeBeforeResponseSchema, response);
    print(`Revoked all tokens that were authorized until ${formatTime(response.notBefore)} UTC.`);
  });
}

function subjectOf({ app, merchant, everything }: RevokeBefore) {
  if ([app, merchant, everything].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError("Give exactly one of --app, --merchant and --everything.");
  }
  if (app !== undefined) return { case: "clientId", value: app } as const;
  if (merchant !== undefined) return { case: "merchantId", value: merchant } as const;
  return { case: "everything", value: true } as const;
}
