import type { AccountLinkPurpose, GetAccountLinkResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { isUnimplemented, requestErrorOf } from "../../../rpc/errors.ts";
import type { RequestContext } from "../../request-context.ts";

/** Reads the link of a mail without using it; null if the link does not work, or has another purpose. */
export async function findLink(
  { web, call }: RequestContext,
  token: string,
  purposes: readonly AccountLinkPurpose[],
): Promise<Pick<GetAccountLinkResponse, "email"> | null> {
  if (token === "") return null;
  try {
    const link = await web.clients.accounts.getAccountLink({ token }, call);
    return purposes.includes(link.purpose) ? link : null;
  } catch (failure) {
    if (requestErrorOf(failure)?.reason === "LINK_NOT_FOUND") return null;
    // A core of the previous release lacks this RPC. It checks the link when the form is sent.
    if (isUnimplemented(failure)) return { email: "" };
    throw failure;
  }
}
