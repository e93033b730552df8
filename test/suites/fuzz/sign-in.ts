import { clients, connectCore } from "../../../src/rpc/client.ts";
import type { LiveService } from "../../support/start-service.ts";
import { OWNER } from "../conformance/platform.ts";

/** A session of the merchant's owner, created as by a gateway. */
export async function signInOwner(service: LiveService): Promise<string> {
  const gateway = connectCore({ url: `http://${service.grpcAddress}`, key: await service.createKey("web:act") });
  const { session } = await clients(gateway.transport).accounts.signIn(OWNER);
  gateway.close();
  return session!.sessionToken;
}
