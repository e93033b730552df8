import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import type { FormResult, PageContext } from "../router/page-router.ts";
import { findOwnApp, isUnderReview, pathOf } from "./own-app.ts";

/** The steps of an app that may come after another window changed its state. */
type Step = "submit" | "withdraw" | "discard" | "archive" | "secret";

/** True if the state of the app does not allow the step. */
export function isWrongState(failure: unknown): boolean {
  return requestErrorOf(failure)?.reason === "STATE";
}

/** Returns an error handler for a step that came too late: the page of the app says what another window did. */
export function orLate(context: PageContext, step: Step) {
  return async (failure: unknown): Promise<FormResult> => {
    if (!isWrongState(failure)) throw failure;
    const { app } = await findOwnApp(context);
    return lateAnswer(context, app, step);
  };
}

/** The page of an app after a step that its state no longer allows. A step that is already done is no warning. */
export function lateAnswer(context: Pick<PageContext, "t">, app: App, step: Step): FormResult {
  const done = doneText(context, app, step);
  return { to: pathOf(app), flash: done === null ? { warning: lateText(context, app, step) } : { done } };
}

function doneText({ t }: Pick<PageContext, "t">, app: App, step: Step): string | null {
  const { late, done } = t.portal.app;
  if (app.state === AppState.ARCHIVED) return step === "archive" ? late.alreadyArchived : null;
  if (step === "submit" && isUnderReview(app)) return done.alreadySubmitted;
  return step === "withdraw" && (app.pending ?? app).state === AppState.DRAFT ? late.alreadyWithdrawn : null;
}

function lateText({ t }: Pick<PageContext, "t">, app: App, step: Step): string {
  const { late } = t.portal.app;
  if (app.state === AppState.ARCHIVED) return late.archived;
  if (step === "withdraw") return late.decided;
  if (step === "discard" && app.pending === undefined) return late.nothingToDiscard;
  return late.changed;
}
