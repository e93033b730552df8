import type { Command } from "commander";
import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { collect, parseCount, type Reasoned, withCore, withJson, withReason } from "../command-options.ts";
import { type Core, callOptions } from "../core-client.ts";
import { type Output, print, printNext } from "../output.ts";
import { notAllowed, printState } from "./app-view.ts";

interface Approve extends Output {
  allow?: string[];
  revision: number;
}

type Step = "startReview" | "resumeApp" | "withdrawApp" | "discardRevision" | "archiveApp";
type Verdict = "requestChanges" | "rejectApp";

/** `latchkey apps review …`, and the other steps on an app. */
export function addReviewCommands(apps: Command): void {
  const review = apps
    .command("review")
    .description("judge a submitted app, or the pending revision of an approved one; read `apps show` first");
  addApprove(review);
  step(review, "start <client_id>", { says: "take a submitted app into review", rpc: "startReview" });
  verdict(review, "request-changes <client_id>", { says: "send it back to the developer", rpc: "requestChanges" });
  verdict(review, "reject <client_id>", { says: "turn it down; it may be submitted again", rpc: "rejectApp" });
  addSuspend(apps);
  step(apps, "resume <client_id>", { says: "lift a suspension", rpc: "resumeApp" });
  step(apps, "withdraw <client_id>", { says: "take a submission back to draft", rpc: "withdrawApp" });
  step(apps, "discard <client_id>", { says: "drop the pending revision of an approved app", rpc: "discardRevision" });
  step(apps, "archive <client_id>", { says: "end the app and all its installations, for good", rpc: "archiveApp" });
}

function step(group: Command, usage: string, { says, rpc }: { says: string; rpc: Step }): void {
  withJson(group.command(usage).description(says)).action((clientId: string, options: Output) =>
    withCore(async (core) => printState((await core.apps[rpc]({ clientId }, callOptions)).app, options)),
  );
}

function verdict(group: Command, usage: string, { says, rpc }: { says: string; rpc: Verdict }): void {
  withReason(group.command(usage).description(says), "the developer", "required").action(
    (clientId: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
      withCore(async (core) => {
        await startWhereNotDone(core, clientId);
        printState((await core.apps[rpc]({ clientId, reasonCode, reasonText }, callOptions)).app, { json });
      }),
  );
}

function addSuspend(apps: Command): void {
  const command = apps.command("suspend <client_id>").description("make all its tokens inactive until it is resumed");
  withReason(command, "the developer", "required").action(
    (clientId: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
      withCore(async (core) => {
        const request = { clientId, reasonCode, reasonText };
        printState((await core.apps.suspendApp(request, callOptions)).app, { json });
      }),
  );
}

function addApprove(review: Command): void {
  withJson(review.command("approve <client_id>").description("approve it; it has an install link from then on"))
    .option("--allow <scope>", "a restricted scope that the app may have; may be given several times", collect)
    .option("--revision <number>", "fail if another revision than this one is in review", parseCount, 0)
    .action((clientId: string, options: Approve) =>
      withCore(async (core) => {
        await startWhereNotDone(core, clientId);
        const request = { clientId, revision: options.revision, restrictedScopesAllowed: options.allow ?? [] };
        const { app } = await core.apps.approveApp(request, callOptions);
        printState(app, options);
        if (options.json === true) return;
        await printNotAllowed(core, app!);
        printNext("For merchants", `apps install-link ${clientId}`);
      }),
    );
}

/** Nobody can grant these to the app; a reviewer who did not mean that has to hear of it. */
async function printNotAllowed(core: Core, app: App): Promise<void> {
  const { scopes } = await core.apps.listScopes({ includeRetired: true }, callOptions);
  const refused = notAllowed(app, scopes);
  if (refused.length === 0) return;
  print();
  print(`Restricted and not allowed, so no merchant can grant it to this app: ${refused.join(" ")}`);
  print("To allow it, approve the app's next revision with --allow.");
}

/** A verdict ends a review: one on an app that nobody has taken into review yet takes it there first. */
async function startWhereNotDone(core: Core, clientId: string): Promise<void> {
  const { app } = await core.apps.getApp({ clientId }, callOptions);
  if (inReview(app!) === AppState.SUBMITTED) await core.apps.startReview({ clientId }, callOptions);
}

const inReview = ({ pending, state }: App): AppState => pending?.state ?? state;
