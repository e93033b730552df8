import type { InstallationStore } from "../../store/installations/installation-store.ts";
import type { TokenDependencies } from "../tokens/dependencies.ts";

/** Dependencies of the RPCs of InstallationService. */
export interface InstallationDependencies {
  installations: InstallationStore;
  /** Authenticates the app in UninstallByApp. */
  tokens: TokenDependencies;
}
