import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import {
  Consistency,
  EndBeforeResponseSchema,
  IntrospectResponseSchema,
  TokenKind,
} from "../../gen/latchkey/v1/token_service_pb.ts";
import { withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { CliFault } from "./fault.ts";
import { moment, type Output, printFields, printJson } from "./output.ts";

interface EndBefore extends Output {
  app?: string;
  merchant?: string;
  everything?: boolean;
  moment?: string;
}

/** `latchkey tokens introspect | end-before`. */
export function addTokenCommands(tokens: Command): void {
  tokens
    .command("introspect")
    .description("tell what a token is good for; reads it from standard input, so that no shell history keeps it")
    .option("--refresh", "it is a refresh token")
    .option("--json", "print the answer as JSON")
    .action(introspect);
  tokens
    .command("end-before")
    .description("end everything that was authorized up to now, or up to a moment")
    .option("--app <client_id>", "of one app")
    .option("--merchant <merchant_id>", "of one merchant")
    .option("--everything", "of everybody")
    .option("--moment <time>", "ISO 8601, such as 2026-11-20T14:00:00Z; now if absent")
    .option("--json", "print the answer as JSON")
    .action(endBefore);
}

async function introspect(options: Output & { refresh?: boolean }): Promise<void> {
  const token = await readStandardInput();
  await withCore(async (core) => {
    const tokenTypeHint = options.refresh === true ? "refresh_token" : "";
    const consistency = Consistency.FULLY_CONSISTENT;
    const answer = await core.tokens.introspect({ token, tokenTypeHint, consistency }, callOptions);
    if (options.json === true) return printJson(IntrospectResponseSchema, answer);
    if (answer.active !== true) return console.log("inactive");
    printFields({
      active: "yes",
      kind: answer.tokenKind === TokenKind.REFRESH ? "refresh" : "access",
      merchant: answer.merchantId,
      app: answer.clientId,
      scopes: answer.scopes.join(" "),
      installation: `${answer.installationId}, version ${answer.installationVersion}`,
      ends: moment(answer.expiresAt),
      test: answer.test ? "yes" : "",
    });
  });
}

async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) console.error("Paste the token, then Enter and Ctrl-D:");
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  if (text.trim() === "") throw new CliFault("No token came on standard input.");
  return text.trim();
}

async function endBefore(options: EndBefore): Promise<void> {
  const subject = subjectOf(options);
  const at = options.moment === undefined ? undefined : new Date(options.moment);
  if (at !== undefined && Number.isNaN(at.getTime()))
    throw new CliFault(`--moment "${options.moment}" is no ISO 8601 time.`);
  await withCore(async (core) => {
    const notBefore = at === undefined ? undefined : timestampFromDate(at);
    const answer = await core.tokens.endBefore({ subject, notBefore }, callOptions);
    if (options.json === true) return printJson(EndBeforeResponseSchema, answer);
    console.log(`ended: everything authorized up to ${moment(answer.notBefore)} UTC`);
  });
}

function subjectOf({ app, merchant, everything }: EndBefore) {
  if ([app, merchant, everything].filter((given) => given !== undefined).length !== 1) {
    throw new CliFault("Say whose tokens end: exactly one of --app, --merchant and --everything.");
  }
  if (app !== undefined) return { case: "clientId", value: app } as const;
  if (merchant !== undefined) return { case: "merchantId", value: merchant } as const;
  return { case: "everything", value: true } as const;
}
