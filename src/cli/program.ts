import { Command, CommanderError } from "commander";
import { addAccountCommands } from "./commands/accounts.ts";
import { addReviewCommands } from "./commands/app-review.ts";
import { addSecretCommands } from "./commands/app-secrets.ts";
import { addSubmitCommands } from "./commands/app-submit.ts";
import { addAppCommands } from "./commands/apps.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBootstrapCommand } from "./commands/bootstrap.ts";
import { addFeedCommands } from "./commands/feed.ts";
import { addInstallationCommands } from "./commands/installations.ts";
import { addInvitationCommands } from "./commands/invitations.ts";
import { addKeyCommands } from "./commands/keys.ts";
import { addMemberCommands } from "./commands/merchant-members.ts";
import { addMerchantCommands } from "./commands/merchants.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addScopeCommands } from "./commands/scopes.ts";
import { addTokenCommands } from "./commands/tokens.ts";
import { explain, UsageError } from "./errors.ts";
import { EXAMPLES, HELP } from "./help-text.ts";
import { typed } from "./program-name.ts";

/** The command line, not yet run. */
function createProgram(): Command {
  const program = new Command(typed("").trimEnd());
  program
    .description("Run a Latchkey authorization service: apps, scopes, merchants, accounts, keys, installations.")
    .addHelpText("after", HELP)
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for what it takes)")
    .exitOverride();
  const apps = group(program, "apps", "submit, list, show, review, suspend and archive apps; their secrets");
  addSubmitCommands(apps);
  addAppCommands(apps);
  addReviewCommands(apps);
  addSecretCommands(apps);
  addScopeCommands(group(program, "scopes", "the catalogue that apps choose their scopes from"));
  const merchants = group(program, "merchants", "the platform's customers and their members");
  addMerchantCommands(merchants);
  addMemberCommands(merchants);
  addAccountCommands(group(program, "accounts", "people who sign in, their roles, and invitations"));
  addInvitationCommands(group(program, "invitations", "who was asked to come, and how to take it back"));
  addKeyCommands(group(program, "keys", "service keys of internal callers and what they may do"));
  addInstallationCommands(group(program, "installations", "which app is on which merchant"));
  addTokenCommands(group(program, "tokens", "look at a token; end many at once"));
  addAuditCommands(group(program, "audit", "who did what"));
  addMigrateCommand(program);
  addBootstrapCommand(program);
  addFeedCommands(group(program, "feed", "the revocation feed that caches follow"));
  return program;
}

function group(program: Command, name: keyof typeof EXAMPLES, description: string): Command {
  const examples = EXAMPLES[name].map((example) => `  ${typed(`${name} ${example}`)}`);
  return program
    .command(name)
    .description(description)
    .addHelpText("after", `\nFor example:\n${examples.join("\n")}`);
}

/** Runs one command line, its words without the program's name; the exit status: 0 done, 1 refused or failed, 2 not understood. */
export async function run(words: readonly string[]): Promise<number> {
  process.exitCode = 0;
  try {
    await createProgram().parseAsync(words, { from: "user" });
    return process.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`latchkey: ${explain(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
