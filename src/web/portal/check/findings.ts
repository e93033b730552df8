import type {
  App,
  AuthorizeUrlFinding,
  Scope,
  ValidateAuthorizeUrlResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { scopeDecision } from "../../components/scope-decision.ts";
import { similarName } from "./similar-name.ts";

/** A finding with the code of its text on this page. */
export type ShownFinding = Pick<AuthorizeUrlFinding, "weight" | "code" | "parameter" | "detail" | "error"> & {
  /** Names that those of the detail probably mean. */
  similar?: readonly string[];
};

const UNREGISTERED_SCOPE = "scope_unregistered";

/** True if the page needs the catalogue to describe the findings. */
export function hasScopeError({ findings }: Pick<ValidateAuthorizeUrlResponse, "findings">): boolean {
  return findings.some(({ code }) => code === UNREGISTERED_SCOPE);
}

/** The findings for the page: scopes that are not registered and those that the platform refused are findings of their own. */
export function shownFindings(
  findings: readonly AuthorizeUrlFinding[],
  app: App | undefined,
  catalogue: readonly Scope[],
): ShownFinding[] {
  return findings.flatMap((finding): readonly ShownFinding[] =>
    finding.code === UNREGISTERED_SCOPE && app !== undefined ? byDecision(finding, app, catalogue) : [finding],
  );
}

function byDecision(finding: AuthorizeUrlFinding, app: App, catalogue: readonly Scope[]): ShownFinding[] {
  const isRegistered = (name: string) => app.profile?.scopes.some((scope) => scope.name === name) ?? false;
  const isRefused = (name: string) => isRegistered(name) && scopeDecision(app, name, catalogue) === "refused";
  const names = finding.detail.split(" ");
  const registered = (app.profile?.scopes ?? []).map(({ name }) => name).filter((name) => !names.includes(name));
  const unregistered = names.filter((name) => !isRefused(name));
  const similar = unregistered.flatMap((name) => similarName(name, registered) ?? []);
  const groups = [
    { code: UNREGISTERED_SCOPE, detail: unregistered.join(" "), similar: [...new Set(similar)] },
    { code: "scope_refused", detail: names.filter(isRefused).join(" ") },
  ];
  const { weight, parameter, error } = finding;
  return groups.filter(({ detail }) => detail !== "").map((group) => ({ weight, parameter, error, ...group }));
}
