import { isClientId } from "../../oauth/parameters.ts";
import type { HealthCounts } from "../../store/installations/installation-counts.ts";
import { actsForPlatform, teamRoleOf } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { InstallationDependencies } from "./dependencies.ts";

/**
 * The number of an app's installations by health and state; with an empty client id, of all apps, for operators and service keys. @throws RequestError NOT_FOUND, also without access to the app
 */
export async function countInstallations(
  { installations }: Pick<InstallationDependencies, "installations">,
  { clientId }: { clientId: string },
  call: Call,
): Promise<HealthCounts> {
  if (clientId === "" && actsForPlatform(call)) return installations.countAllByHealth();
  const app = isClientId(clientId) ? await installations.findAppOwner(clientId) : null;
  const canRead =
    actsForPlatform(call) || (app !== null && call.actor !== null && teamRoleOf(call.actor, app.developerId) !== null);
  if (app === null || !canRead) throw new RequestError("not_found", "NOT_FOUND", "There is no such app.");
  return installations.countByHealth(app);
}
