import { Initial } from "./0001-initial.ts";
import { InstallationHealth } from "./0100-installation-health.ts";
import { ConsoleLists } from "./0200-console-lists.ts";
import { SaltSweepPlace } from "./0300-salt-sweep.ts";
import { Retention } from "./0410-retention.ts";
import { RetryWindow } from "./0420-retry-window.ts";
import { VerifiedEmail } from "./0440-verified-email.ts";
import { OpenAuthorizations } from "./0441-open-authorizations.ts";
import { RefusedScopes } from "./0450-refused-scopes.ts";
import { StandardTerms } from "./0500-standard-terms.ts";
import { LateParent } from "./0520-late-parent.ts";
import { MembershipByLink } from "./0530-membership-by-link.ts";

/** All migrations in order. The database stores their names: never rename one. */
export const MIGRATIONS = [
  { name: "0001-initial", class: Initial },
  { name: "0100-installation-health", class: InstallationHealth },
  { name: "0200-console-lists", class: ConsoleLists },
  { name: "0300-salt-sweep", class: SaltSweepPlace },
  { name: "0410-retention", class: Retention },
  { name: "0420-retry-window", class: RetryWindow },
  { name: "0440-verified-email", class: VerifiedEmail },
  { name: "0441-open-authorizations", class: OpenAuthorizations },
  { name: "0450-refused-scopes", class: RefusedScopes },
  { name: "0500-standard-terms", class: StandardTerms },
  { name: "0520-late-parent", class: LateParent },
  { name: "0530-membership-by-link", class: MembershipByLink },
];
