import { isUnimplemented, requestErrorOf } from "../../../rpc/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Counts } from "./health-tabs.ts";

/** The counts of an app, or of the platform for an empty client ID; null for a core of an earlier release. */
export async function readCounts(
  { web, call }: Pick<RequestContext, "web" | "call">,
  clientId: string,
): Promise<Counts | null> {
  return web.clients.installations.countInstallations({ clientId }, call).catch((failure: unknown) => {
    const isUnknown = requestErrorOf(failure)?.reason === "NOT_FOUND";
    if (isUnknown || isUnimplemented(failure)) return null;
    throw failure;
  });
}
