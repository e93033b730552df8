import { type App, AppState, type Scope } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import { badge } from "./badges.ts";
import type { Html } from "./html.ts";

/** The platform's decision on a restricted scope. */
type ScopeDecision = "allowed" | "refused" | "undecided";

/** The states of an app with an approval, which decides on all restricted scopes of the profile. */
const DECIDED: readonly AppState[] = [AppState.APPROVED, AppState.SUSPENDED];

/** The decision on a scope of an app; null for scopes that need no decision, and for archived apps, whose last approval is unknown. */
export function scopeDecision(app: App, name: string, catalogue: readonly Scope[]): ScopeDecision | null {
  const sensitivity = catalogue.find((scope) => scope.name === name)?.sensitivity;
  if (sensitivity !== ScopeSensitivity.RESTRICTED || app.state === AppState.ARCHIVED) return null;
  if (app.restrictedScopesRefused.includes(name)) return "refused";
  if (app.restrictedScopesAllowed.includes(name)) return "allowed";
  const isLive = app.profile?.scopes.some((scope) => scope.name === name) ?? false;
  return DECIDED.includes(app.state) && isLive ? "refused" : "undecided";
}

/** True if merchants cannot grant a scope of the app. False if only the review of a revision has refused it. */
export function isRefusedNow(app: App, name: string, catalogue: readonly Scope[]): boolean {
  return scopeDecision(app, name, catalogue) === "refused" && !app.restrictedScopesAllowed.includes(name);
}

const TONES = { allowed: "good", refused: "bad", undecided: "warn" } as const;

export function decisionBadge(
  { t, platformName }: Pick<Frame, "t" | "platformName">,
  decision: ScopeDecision | null,
): Html | null {
  return decision === null ? null : badge(TONES[decision], t.scopes.decisions(platformName)[decision].mark);
}
