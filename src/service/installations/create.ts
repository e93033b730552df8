import { resume, suspend, uninstall, uninstallByApp } from "./changing.ts";
import type { InstallationDependencies } from "./dependencies.ts";
import type { InstallationOperations } from "./operations.ts";
import { getInstallation, listInstallations } from "./reading.ts";

/** The operations on installations over a store. */
export function createInstallationOperations(deps: InstallationDependencies): InstallationOperations {
  return {
    get: (installationId, call) => getInstallation(deps, installationId, call),
    list: (filter, page, call) => listInstallations(deps, { filter, page }, call),
    suspend: (request, call) => suspend(deps, request, call),
    resume: (request, call) => resume(deps, request, call),
    uninstall: (request, call) => uninstall(deps, request, call),
    uninstallByApp: (request, call) => uninstallByApp(deps, request, call),
  };
}
