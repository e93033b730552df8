import type { AppHistoryEntry } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import { sentenceList } from "./sentence-list.ts";

/** A step in the history of an app. An approval names the restricted scopes that it refused. */
export function appStep(
  { t, language }: Pick<Frame, "t" | "language">,
  { action, refusedScopes }: Pick<AppHistoryEntry, "action" | "refusedScopes">,
): string {
  if (action === "approve" && refusedScopes.length > 0) return t.approvedWithout(sentenceList(language, refusedScopes));
  return t.appActions[action] ?? action;
}
