import type { InstallationStore } from "../../store/installations/installation-store.ts";
import type { TokenDependencies } from "../tokens/dependencies.ts";

/** What the operations on installations work with. */
export interface InstallationDependencies {
  installations: InstallationStore;
  /** For the apps' own credentials. */
  tokens: TokenDependencies;
}
