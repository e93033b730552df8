import type { Command } from "commander";
import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { collect, parseCount, type Reasoned, withCore, withJson, withReason } from "../command-options.ts";
import { type Core, callOptions } from "../core-client.ts";
import { type Output, print, printNext } from "../output.ts";
import { findDisallowedScopes, printState } from "./app-view.ts";

interface Approve extends Output {
  allow?: string[];
  revision: number;
}

interface Refusal extends Reasoned {
  refuse?: string[];
}

type Step = "startReview" | "resumeApp" | "withdrawApp" | "discardRevision" | "archiveApp";
type Decision = "requestChanges" | "rejectApp";

/** `latchkey apps review …`, and `latchkey apps suspend | resume | withdraw | discard | archive`. */
export function addReviewCommands(apps: Command): void {
  const review = apps
    .command("review")
    .description("review a submitted app, or the pending revision of an approved one; see `apps show`");
  addApprove(review);
  addStep(review, "start <client_id>", { description: "start the review of a submitted app", rpc: "startReview" });
  addDecision(review, "request-changes <client_id>", {
    description: "return the app to its developer with a reason",
    rpc: "requestChanges",
  });
  addDecision(review, "reject <client_id>", {
    description: "reject the app; the developer may submit it again",
    rpc: "rejectApp",
  });
  addSuspend(apps);
  addStep(apps, "resume <client_id>", { description: "lift a suspension", rpc: "resumeApp" });
  addStep(apps, "withdraw <client_id>", {
    description: "withdraw a submission; the app or its pending revision becomes a draft",
    rpc: "withdrawApp",
  });
  addStep(apps, "discard <client_id>", {
    description: "discard the pending revision of an approved app",
    rpc: "discardRevision",
  });
  addStep(apps, "archive <client_id>", {
    description: "archive the app permanently and uninstall it everywhere",
    rpc: "archiveApp",
  });
}

function addStep(group: Command, usage: string, { description, rpc }: { description: string; rpc: Step }): void {
  withJson(group.command(usage).description(description)).action((clientId: string, options: Output) =>
    withCore(async (core) => printState((await core.apps[rpc]({ clientId }, callOptions)).app, options)),
  );
}

function addDecision(
  group: Command,
  usage: string,
  { description, rpc }: { description: string; rpc: Decision },
): void {
  withReason(group.command(usage).description(description), "the developer", "required")
    .option("--refuse <scope>", "refuse a requested restricted scope; repeatable", collect)
    .action((clientId: string, { reasonCode, reason: reasonText, refuse = [], json }: Refusal) =>
      withCore(async (core) => {
        await startReviewIfNeeded(core, clientId);
        const request = { clientId, reasonCode, reasonText, restrictedScopesRefused: refuse };
        printState((await core.apps[rpc](request, callOptions)).app, { json });
      }),
    );
}

function addSuspend(apps: Command): void {
  const command = apps
    .command("suspend <client_id>")
    .description("suspend the app: all its tokens are inactive until it is resumed");
  withReason(command, "the developer", "required").action(
    (clientId: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
      withCore(async (core) => {
        const request = { clientId, reasonCode, reasonText };
        printState((await core.apps.suspendApp(request, callOptions)).app, { json });
      }),
  );
}

function addApprove(review: Command): void {
  withJson(
    review
      .command("approve <client_id>")
      .description("approve the app or its revision; an approved app has an install link"),
  )
    .option("--allow <scope>", "allow a restricted scope; repeatable", collect)
    .option("--revision <number>", "fail unless this revision is in review", parseCount, 0)
    .action((clientId: string, options: Approve) =>
      withCore(async (core) => {
        await startReviewIfNeeded(core, clientId);
        const request = { clientId, revision: options.revision, restrictedScopesAllowed: options.allow ?? [] };
        const { app } = await core.apps.approveApp(request, callOptions);
        printState(app, options);
        if (options.json === true) return;
        await printDisallowedScopes(core, app!);
        printNext("To print the install link", `apps install-link ${clientId}`);
      }),
    );
}

/** Prints the restricted scopes that were not allowed, which merchants cannot grant. */
async function printDisallowedScopes(core: Core, app: App): Promise<void> {
  const { scopes } = await core.apps.listScopes({ includeRetired: true }, callOptions);
  const disallowed = findDisallowedScopes(app, scopes);
  if (disallowed.length === 0) return;
  print();
  print(`Merchants cannot grant these restricted scopes to the app: ${disallowed.join(" ")}`);
  print("To allow one, approve the app's next revision with --allow <scope>.");
}

/** Starts the review of a submitted app, because only an app in review can be approved or rejected. */
async function startReviewIfNeeded(core: Core, clientId: string): Promise<void> {
  const { app } = await core.apps.getApp({ clientId }, callOptions);
  if (inReview(app!) === AppState.SUBMITTED) await core.apps.startReview({ clientId }, callOptions);
}

const inReview = ({ pending, state }: App): AppState => pending?.state ?? state;
