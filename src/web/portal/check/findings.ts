import type {
  App,
  AuthorizeUrlFinding,
  Scope,
  ValidateAuthorizeUrlResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { isRefusedNow } from "../../components/scope-decision.ts";
import { type AddressDifference, addressDifference } from "./address-difference.ts";
import { similarName } from "./similar-name.ts";

/** A finding with the code of its text on this page. */
export type ShownFinding = Pick<AuthorizeUrlFinding, "weight" | "code" | "parameter" | "detail" | "error"> & {
  /** Names that those of the detail probably mean. */
  similar?: readonly string[];
  /** The only difference of the address in the detail from the right one. */
  difference?: AddressDifference;
};

const UNREGISTERED_SCOPE = "scope_unregistered";
const UNREGISTERED_URI = "redirect_uri_unregistered";

/** True if the page needs the catalogue to describe the findings. */
export function hasScopeError({ findings }: Pick<ValidateAuthorizeUrlResponse, "findings">): boolean {
  return findings.some(({ code }) => code === UNREGISTERED_SCOPE);
}

interface Known {
  app: App | undefined;
  catalogue: readonly Scope[];
  publicUrl: string;
}

/**
 * The findings for the page: scopes that are not registered and those that the platform refused are findings of their own, an address with
 * a single difference has a text of its own, and a misspelled scope is not missing as well.
 */
export function shownFindings(
  findings: readonly AuthorizeUrlFinding[],
  { app, catalogue, publicUrl }: Known,
): ShownFinding[] {
  const shown = findings.flatMap((finding): readonly ShownFinding[] =>
    finding.code === UNREGISTERED_SCOPE && app !== undefined
      ? byDecision(finding, app, catalogue)
      : [withDifference(finding, rightAddresses(finding, { app, publicUrl }))],
  );
  const meant = shown.flatMap(({ similar = [] }) => similar);
  return shown.flatMap((finding) => (finding.code === REQUIRED_MISSING ? without(finding, meant) : finding));
}

const REQUIRED_MISSING = "scope_required_missing";

/** The finding without these names; none if it has no others. */
function without(finding: ShownFinding, names: readonly string[]): ShownFinding[] {
  const left = finding.detail.split(" ").filter((name) => !names.includes(name));
  return left.length > 0 ? [{ ...finding, detail: left.join(" ") }] : [];
}

/** The addresses of which one is meant by the address of a finding. */
function rightAddresses({ code }: AuthorizeUrlFinding, { app, publicUrl }: Omit<Known, "catalogue">): string[] {
  if (code === "url_origin") return [publicUrl];
  if (code === "url_path") return ["/oauth/authorize"];
  return code === UNREGISTERED_URI ? (app?.profile?.redirectUris ?? []) : [];
}

/** The finding with the only difference of its address, if there is one. */
export function withDifference<T extends Pick<ShownFinding, "detail">>(finding: T, right: readonly string[]) {
  const [difference] = right.flatMap((address) => addressDifference(finding.detail, address) ?? []);
  return difference === undefined ? finding : { ...finding, difference };
}

function byDecision(finding: AuthorizeUrlFinding, app: App, catalogue: readonly Scope[]): ShownFinding[] {
  const isRegistered = (name: string) => app.profile?.scopes.some((scope) => scope.name === name) ?? false;
  const isRefused = (name: string) => isRegistered(name) && isRefusedNow(app, name, catalogue);
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
