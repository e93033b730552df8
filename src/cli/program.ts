import { Command, CommanderError } from "commander";
import { describeOption } from "./command-options.ts";
import { addAccountCommands } from "./commands/accounts.ts";
import { addReviewCommands } from "./commands/app-review.ts";
import { addSecretCommands } from "./commands/app-secrets.ts";
import { addSubmitCommands } from "./commands/app-submit.ts";
import { addAppCommands } from "./commands/apps.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBootstrapCommand } from "./commands/bootstrap.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addEventCommands } from "./commands/events.ts";
import { addFeedCommands } from "./commands/feed.ts";
import { addInstallationCommands } from "./commands/installations.ts";
import { addInvitationCommands } from "./commands/invitations.ts";
import { addKeyCommands } from "./commands/keys.ts";
import { addMemberCommands } from "./commands/merchant-members.ts";
import { addMerchantCommands } from "./commands/merchants.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addScopeCommands } from "./commands/scopes.ts";
import { addTeamCommands } from "./commands/teams.ts";
import { addTokenCommands } from "./commands/tokens.ts";
import { explain, UsageError } from "./errors.ts";
import { commandLine, EXAMPLES, HELP } from "./help-text.ts";

/** Creates the parser with all commands. */
function createProgram(): Command {
  const program = new Command(commandLine("").trimEnd());
  program
    .description("Set up, examine and manage a Latchkey authorization service.")
    .addHelpText("after", HELP)
    .configureHelp({ optionDescription: describeOption })
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for usage)")
    .exitOverride();
  const apps = group(program, "apps", "submit, list, show, review, suspend and archive apps, and manage their secrets");
  addSubmitCommands(apps);
  addAppCommands(apps);
  addReviewCommands(apps);
  addSecretCommands(apps);
  addScopeCommands(group(program, "scopes", "manage the scope catalogue"));
  const merchants = group(program, "merchants", "manage merchants, the platform's customers, and their members");
  addMerchantCommands(merchants);
  addMemberCommands(merchants);
  addAccountCommands(group(program, "accounts", "manage accounts and their roles, and invite people"));
  addTeamCommands(group(program, "teams", "manage the teams of developers"));
  addInvitationCommands(group(program, "invitations", "list and revoke invitations"));
  addKeyCommands(group(program, "keys", "manage the service keys of internal services"));
  addInstallationCommands(
    group(program, "installations", "manage installations: the apps that merchants have connected"),
  );
  addTokenCommands(group(program, "tokens", "introspect a token, and revoke tokens in bulk"));
  addEventCommands(group(program, "events", "read the events of installations and apps"));
  addAuditCommands(group(program, "audit", "read the audit log"));
  addMigrateCommand(program);
  addBootstrapCommand(program);
  addDoctorCommand(program);
  addFeedCommands(group(program, "feed", "manage the revocation feed"));
  return program;
}

function group(program: Command, name: keyof typeof EXAMPLES, description: string): Command {
  const examples = EXAMPLES[name].map((example) => `  ${commandLine(`${name} ${example}`)}`);
  return program
    .command(name)
    .description(description)
    .addHelpText("after", `\nExamples:\n${examples.join("\n")}`);
}

/** Runs a command, given without the program's name. Returns the exit status: 0 success, 1 failure, 2 invalid command line. */
export async function run(args: readonly string[]): Promise<number> {
  process.exitCode = 0;
  try {
    await createProgram().parseAsync(args, { from: "user" });
    return process.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`latchkey: ${explain(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
