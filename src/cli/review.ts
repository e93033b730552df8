import type { Command } from "commander";
import { AppState } from "../../gen/latchkey/v1/app_service_pb.ts";
import { printState } from "./apps.ts";
import { collect, withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import type { Output } from "./output.ts";

interface Reasoned extends Output {
  code: string;
  reason: string;
}

interface Approve extends Output {
  allow: string[];
  revision?: string;
}

/** `latchkey apps review …`, and the operator's other steps on an app. */
export function addReviewCommands(apps: Command): void {
  const review = apps
    .command("review")
    .description("judge a submitted app, or the pending revision of an approved one");
  addApprove(review);
  step(review.command("start <client_id>").description("take a submitted app into review"), "startReview");
  reasoned(
    review.command("request-changes <client_id>").description("send it back to the developer"),
    "requestChanges",
  );
  reasoned(review.command("reject <client_id>").description("turn it down"), "rejectApp");
  reasoned(
    apps.command("suspend <client_id>").description("make all its tokens inactive until it is reinstated"),
    "suspendApp",
  );
  step(apps.command("reinstate <client_id>").description("lift a suspension"), "reinstateApp");
  step(apps.command("withdraw <client_id>").description("take a submission back to draft"), "withdrawApp");
  step(
    apps.command("archive <client_id>").description("end the app and all its installations, for good"),
    "archiveApp",
  );
}

type Step = "startReview" | "reinstateApp" | "withdrawApp" | "archiveApp";
type ReasonedStep = "requestChanges" | "rejectApp" | "suspendApp";

function step(command: Command, rpc: Step): void {
  command
    .option("--json", "print the answer as JSON")
    .action((clientId: string, options: Output) =>
      withCore(async (core) => printState((await core.apps[rpc]({ clientId }, callOptions)).app, options)),
    );
}

function reasoned(command: Command, rpc: ReasonedStep): void {
  command
    .requiredOption("--code <CODE>", "a short code for programs, such as REDIRECT_URI or SCOPES")
    .requiredOption("--reason <text>", "what the developer reads")
    .option("--json", "print the answer as JSON")
    .action((clientId: string, { code: reasonCode, reason: reasonText, json }: Reasoned) =>
      withCore(async (core) => {
        const answer = await core.apps[rpc]({ clientId, reasonCode, reasonText }, callOptions);
        printState(answer.app, { json });
      }),
    );
}

function addApprove(review: Command): void {
  review
    .command("approve <client_id>")
    .description("approve it; starts the review first where that has not been done")
    .option("--allow <scope>", "a restricted scope that the app may have; may be given several times", collect, [])
    .option("--revision <number>", "fail if another revision than this is in review")
    .option("--json", "print the answer as JSON")
    .action((clientId: string, options: Approve) =>
      withCore(async (core) => {
        const { app } = await core.apps.getApp({ clientId }, callOptions);
        const state = app!.pending?.state ?? app!.state;
        if (state === AppState.SUBMITTED) await core.apps.startReview({ clientId }, callOptions);
        const revision = options.revision === undefined ? 0 : Number(options.revision);
        const request = { clientId, revision, restrictedScopesAllowed: options.allow };
        printState((await core.apps.approveApp(request, callOptions)).app, options);
      }),
    );
}
