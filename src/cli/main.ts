#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { addAccountCommands } from "./accounts.ts";
import { addAppCommands } from "./apps.ts";
import { addAuditCommands } from "./audit.ts";
import { addBootstrapCommand } from "./bootstrap.ts";
import { explain } from "./fault.ts";
import { addInstallationCommands } from "./installations.ts";
import { addKeyCommands } from "./keys.ts";
import { addMerchantCommands } from "./merchants.ts";
import { addMigrateCommand } from "./migrate.ts";
import { addReviewCommands } from "./review.ts";
import { addScopeCommands } from "./scopes.ts";
import { addSecretCommands } from "./secrets.ts";
import { addTokenCommands } from "./tokens.ts";

const help = `
Where the core is: CORE_URL (such as http://127.0.0.1:50051) and SERVICE_KEY (lk_sk_…). Where a demo was started with
\`npm start\`, both are found by themselves (DATA_DIR, .latchkey if not set). migrate and bootstrap use DATABASE_URL.

From a new app to merchants:
  latchkey accounts list
  latchkey apps submit --developer <account_id> --name "Parcel Pilot" --purpose "Prints labels." \\
      --redirect-uri https://parcel-pilot.example/callback --scope "orders:read=To know what to send"
  latchkey apps list --state submitted
  latchkey apps review approve <client_id>
  latchkey apps install-link <client_id>

Exit status: 0 done, 1 refused or failed, 2 the command was not understood.`;

/** The command line, not yet run. */
function createProgram(): Command {
  const program = new Command("latchkey");
  program
    .description("Run a Latchkey authorization service: apps, scopes, merchants, accounts, keys, installations.")
    .addHelpText("after", help)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  const apps = group(program, "apps", "submit, list, show, review, suspend and archive apps; their secrets");
  addAppCommands(apps);
  addReviewCommands(apps);
  addSecretCommands(apps);
  addScopeCommands(group(program, "scopes", "the catalogue that apps choose their scopes from"));
  addMerchantCommands(group(program, "merchants", "the platform's customers and their members"));
  addAccountCommands(group(program, "accounts", "people who sign in, and invitations"));
  addKeyCommands(group(program, "keys", "service keys of internal callers and what they may do"));
  addInstallationCommands(group(program, "installations", "which app is on which merchant"));
  addTokenCommands(group(program, "tokens", "look at a token; end many at once"));
  addAuditCommands(group(program, "audit", "who did what"));
  addMigrateCommand(program);
  addBootstrapCommand(program);
  return program;
}

function group(program: Command, name: string, description: string): Command {
  return program.command(name).description(description);
}

/** Runs one command line; the exit status. */
async function main(argv: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`latchkey: ${explain(error)}`);
    return 1;
  }
}

process.exitCode = await main(process.argv);
