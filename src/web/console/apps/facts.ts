import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type App, AppState, type GetAppResponse, type Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type {
  DecisionTemplate,
  GetReviewQueueResponse,
  GetReviewResponse,
} from "../../../../gen/latchkey/v1/review_service_pb.ts";
import type { Language } from "../../http/language.ts";

/** The data of an app's page. */
export interface AppFacts {
  app: App;
  developer: Account | undefined;
  /** The newest suspension, if the app is suspended and the audit trail still has it. */
  suspension: AuditEvent | undefined;
  history: GetAppResponse["history"];
  /** The number of installations. */
  installations: number;
  /** The number of installations whose tokens have expired; undefined if there are too many to count. */
  expiredInstallations: number | undefined;
  /** The lifetimes, in seconds, of apps that set none. */
  defaultLifetimes: { access: number; refresh: number };
  /** Names of other apps and developers that resemble the app's or its developer's. */
  similarNames: GetAppResponse["similarNames"];
  /** All scopes by name, retired ones included. */
  catalogue: ReadonlyMap<string, Scope>;
  /** The claim, the last decision and the automatic checks. */
  review: GetReviewResponse;
  queue: GetReviewQueueResponse;
  /** The decision templates; empty unless the app is in review. */
  templates: readonly DecisionTemplate[];
}

/** The subject of a review: the pending revision of a live app, or the app before its first approval. */
export interface Subject {
  number: number;
  state: AppState;
  profile: App["profile"];
  logoDigest: string;
  /** True for a revision of a live app. */
  revision: boolean;
}

export function subjectOf(app: App): Subject {
  const { pending } = app;
  if (pending !== undefined) return { ...pending, profile: pending.profile, revision: true };
  return {
    number: app.revision,
    state: app.state,
    profile: app.profile,
    logoDigest: app.logoDigest,
    revision: false,
  };
}

/** True if the subject waits for a decision. */
export function isOpen({ state }: Pick<Subject, "state">): boolean {
  return state === AppState.SUBMITTED || state === AppState.IN_REVIEW;
}

/** The language of the texts for the developer. */
export function developerLanguageOf({ review }: Pick<AppFacts, "review">): Language {
  return review.developerLanguage === "de" ? "de" : "en";
}

/** The requested scopes that work only if an approval allows them. */
export function restrictedScopes(subject: Subject, catalogue: AppFacts["catalogue"]) {
  const isRestricted = (name: string) => catalogue.get(name)?.sensitivity === ScopeSensitivity.RESTRICTED;
  return (subject.profile?.scopes ?? []).filter(({ name }) => isRestricted(name));
}
