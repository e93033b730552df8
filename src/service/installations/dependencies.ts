import type { InstallationStore } from "../../store/installations/installation-store.ts";
import type { TokenDependencies } from "../tokens/dependencies.ts";

/**
 * Dependencies of the RPCs of InstallationService.
 * UninstallByApp authenticates the app with `tokens`.
 */
export interface InstallationDependencies {
  installations: InstallationStore;
  tokens: TokenDependencies;
}
