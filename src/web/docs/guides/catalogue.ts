import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { RequestContext } from "../../request-context.ts";

/** The scopes that apps can register; null during an outage of the core. */
export async function findCatalogue({ web, call }: RequestContext): Promise<Scope[] | null> {
  try {
    return (await web.clients.apps.listScopes({}, call)).scopes;
  } catch (failure) {
    web.log.warn({ err: failure }, "the scope catalogue could not be read for the documentation");
    return null;
  }
}
