import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  InstallationHealth,
  InstallationState,
  type ListInstallationsRequestSchema,
  type ListInstallationsResponse,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { PageContext } from "../../router/page-router.ts";

type Request = MessageInitShape<typeof ListInstallationsRequestSchema>;

/** The nearest filters that a core of an earlier release knows. */
const EARLIER: Partial<Record<InstallationHealth, Pick<Request, "state" | "health">>> = {
  [InstallationHealth.NEEDS_ATTENTION]: { health: InstallationHealth.FAILING },
  [InstallationHealth.EXPIRES_SOON]: { health: InstallationHealth.EXPIRING },
  [InstallationHealth.HEALTHY]: { state: InstallationState.ACTIVE },
  [InstallationHealth.STOPPED]: { state: InstallationState.SUSPENDED },
};

/** Lists installations. During an upgrade, a core may not know the health; then the list has the nearest filter. */
export async function listByHealth(
  { web, call }: Pick<PageContext, "web" | "call">,
  request: Request,
): Promise<ListInstallationsResponse> {
  const list = (asked: Request) => web.clients.installations.listInstallations(asked, call);
  const earlier = EARLIER[request.health ?? InstallationHealth.UNSPECIFIED];
  if (earlier === undefined) return list(request);
  return list(request).catch((failure: unknown) => {
    if (!requestErrorOf(failure)?.violations.some(({ field }) => field === "health")) throw failure;
    return list({ ...request, health: InstallationHealth.UNSPECIFIED, ...earlier });
  });
}
