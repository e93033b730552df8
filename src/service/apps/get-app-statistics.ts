import type { DayCounts } from "../../store/statistics/app-days.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { checkAccess } from "./access.ts";
import { findAppOwner } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface GetAppStatisticsRequest {
  /** Null for all apps together. */
  clientId: string | null;
  /** 1 to 400 UTC days up to today; 0 means 30. */
  days: number;
}

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

/**
 * The counts of each day, oldest first.
 * @throws RequestError NOT_FOUND without access to the app; INVALID for `days` out of range, and for a developer who names no app
 */
export async function getAppStatistics(
  deps: Pick<AppDependencies, "apps" | "days">,
  { clientId, days }: GetAppStatisticsRequest,
  call: Call,
): Promise<DayCounts[]> {
  if (!Number.isInteger(days) || days < 0 || days > MAX_DAYS) throw invalid("days", `Use 0 to ${MAX_DAYS}.`);
  if (clientId !== null) {
    const { developerId } = await findAppOwner(deps.apps, clientId);
    checkAccess(call, developerId, "read");
  } else if (!actsForPlatform(call)) {
    throw invalid("client_id", "Required for developers.");
  }
  return deps.days.list(clientId, days || DEFAULT_DAYS);
}

function invalid(field: string, description: string): RequestError {
  const options = { violations: [{ field, description }] };
  return new RequestError("invalid_argument", "INVALID", "The request is invalid.", options);
}
