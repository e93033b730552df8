import { Code } from "@connectrpc/connect";
import { isUnimplemented, requestErrorOf } from "../../../rpc/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import type { SignInView } from "./view.ts";

type Connecting = Pick<SignInView, "app" | "scopes">;

const UNKNOWN: Connecting = { app: null, scopes: [] };

/** The app that the account connects after the sign-in, if the install page or the consent page of an approved app is next. */
export async function findConnecting({ web, call }: RequestContext, next: string | null): Promise<Connecting> {
  const [, page, id = ""] = /^\/(install|interactions)\/([A-Za-z0-9_-]{1,255})$/.exec(next ?? "") ?? [];
  if (page === undefined) return UNKNOWN;
  const { consent } = web.clients;
  try {
    const { app = null, scopes } =
      page === "interactions"
        ? await consent.getInteractionApp({ interactionId: id }, call)
        : await consent.getInstallPage({ clientId: id }, call);
    return { app, scopes };
  } catch (failure) {
    if (isUnknown(failure)) return UNKNOWN;
    throw failure;
  }
}

/** True if there is no such app, or if the core is of the previous release, which has no GetInteractionApp. */
function isUnknown(failure: unknown): boolean {
  return requestErrorOf(failure)?.code === Code.NotFound || isUnimplemented(failure);
}
