import type { AppHistoryEntry } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import { sentenceList } from "./sentence-list.ts";

/** A step in the history of an app. A decision names the restricted scopes that it refused. */
export function appStep(
  { t, language }: Pick<Frame, "t" | "language">,
  { action, refusedScopes }: Pick<AppHistoryEntry, "action" | "refusedScopes">,
): string {
  const step = t.appActions[action] ?? action;
  if (refusedScopes.length === 0) return step;
  const scopes = sentenceList(language, refusedScopes);
  return action === "approve" ? t.approvedWithout(scopes) : t.refusing(step, scopes);
}
