import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import {
  Consistency,
  IntrospectResponseSchema,
  RevokeBeforeResponseSchema,
  TokenKind,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import { parseMoment, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { CliError, UsageError } from "../errors.ts";
import { moment, type Output, print, printFields, printJson, word } from "../output.ts";
import { confirmEverything } from "./confirm.ts";

interface RevokeBefore extends Output {
  app?: string;
  merchant?: string;
  everything?: boolean;
  before?: Date;
  yes?: boolean;
}

/** `latchkey tokens introspect | revoke`. */
export function addTokenCommands(tokens: Command): void {
  withJson(
    tokens
      .command("introspect")
      .description("tell what a token is good for; reads it from standard input, so that no shell history keeps it"),
  )
    .option("--refresh", "it is a refresh token")
    .action(introspect);
  withJson(
    tokens
      .command("revoke")
      .description("end everything that was authorized up to now, or up to a moment; there is no way back"),
  )
    .option("--app <client_id>", "of one app")
    .option("--merchant <merchant_id>", "of one merchant")
    .option("--everything", "of everybody; asks first, or wants --yes where nobody can be asked")
    .option("--before <time>", "ISO 8601 with its zone, such as 2026-11-20T14:00:00Z; now if absent", parseMoment)
    .option("--yes", "mean it: --everything does not ask")
    .action(revokeBefore);
}

async function introspect(options: Output & { refresh?: boolean }): Promise<void> {
  const token = await readStandardInput();
  await withCore(async (core) => {
    const tokenTypeHint = options.refresh === true ? "refresh_token" : "";
    const consistency = Consistency.FULLY_CONSISTENT;
    const answer = await core.tokens.introspect({ token, tokenTypeHint, consistency }, callOptions);
    if (options.json === true) return printJson(IntrospectResponseSchema, answer);
    if (answer.active !== true) return print("inactive");
    printFields({
      active: "yes",
      kind: word(TokenKind, answer.tokenKind),
      merchant: answer.merchantId,
      app: answer.clientId,
      scopes: answer.scopes.join(" "),
      installation: `${answer.installationId}, version ${answer.installationVersion}`,
      account: answer.accountId,
      issued: moment(answer.issuedAt),
      ends: moment(answer.expiresAt),
      test: answer.test ? "yes" : "",
    });
  });
}

async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write("Paste the token, then Enter and Ctrl-D:\n");
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  if (text.trim() === "") throw new CliError("No token came on standard input.");
  return text.trim();
}

async function revokeBefore(options: RevokeBefore): Promise<void> {
  const subject = subjectOf(options);
  if (subject.case === "everything" && options.yes !== true)
    await confirmEverything({ input: process.stdin, output: process.stderr });
  await withCore(async (core) => {
    const notBefore = options.before && timestampFromDate(options.before);
    const answer = await core.tokens.revokeBefore({ subject, notBefore }, callOptions);
    if (options.json === true) return printJson(RevokeBeforeResponseSchema, answer);
    print(`Ended: everything that was authorized up to ${moment(answer.notBefore)} UTC.`);
  });
}

function subjectOf({ app, merchant, everything }: RevokeBefore) {
  if ([app, merchant, everything].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError("Whose tokens end? Exactly one of --app, --merchant and --everything.");
  }
  if (app !== undefined) return { case: "clientId", value: app } as const;
  if (merchant !== undefined) return { case: "merchantId", value: merchant } as const;
  return { case: "everything", value: true } as const;
}
