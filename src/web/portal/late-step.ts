import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import { type FormResult, type PageContext, withDone } from "../router/page-router.ts";
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
    return withDone(pathOf(app), lateText(context, app, step));
  };
}

/** The text about a step that the state of the app no longer allows. */
export function lateText({ t }: Pick<PageContext, "t">, app: App, step: Step): string {
  const { late, done } = t.portal.app;
  if (app.state === AppState.ARCHIVED) return step === "archive" ? late.alreadyArchived : late.archived;
  if (step === "submit" && isUnderReview(app)) return done.alreadySubmitted;
  if (step === "withdraw" && (app.pending ?? app).state === AppState.DRAFT) return late.alreadyWithdrawn;
  if (step === "withdraw") return late.decided;
  if (step === "discard" && app.pending === undefined) return late.nothingToDiscard;
  return late.changed;
}
