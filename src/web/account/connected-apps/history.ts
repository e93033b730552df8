import type { Installation, InstallationHistoryEntry } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { isUnimplemented } from "../../../rpc/errors.ts";
import type { RequestContext } from "../../request-context.ts";

/** A page of the events of an app on a merchant, newest first. */
export interface AppHistory {
  entries: readonly InstallationHistoryEntry[];
  /** The token of this page; empty for the first page. */
  token: string;
  /** The token of the next page; empty on the last page. */
  next: string;
}

/** Reads a page of events; null with a core of the previous release. */
export async function readHistory(
  { web, call }: RequestContext,
  { installationId }: Installation,
  { token, pageSize }: { token: string; pageSize: number },
): Promise<AppHistory | null> {
  const request = { installationId, pageToken: token, pageSize };
  try {
    const { entries, nextPageToken } = await web.clients.installations.listInstallationHistory(request, call);
    return { entries, token, next: nextPageToken };
  } catch (failure) {
    if (isUnimplemented(failure)) return null;
    throw failure;
  }
}
