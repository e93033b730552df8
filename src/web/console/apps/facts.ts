import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { App, AppState, GetAppResponse, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type {
  DecisionTemplate,
  GetReviewQueueResponse,
  GetReviewResponse,
} from "../../../../gen/latchkey/v1/review_service_pb.ts";

/** The data of an app's page. */
export interface AppFacts {
  app: App;
  developer: Account | undefined;
  history: GetAppResponse["history"];
  /** The number of installations. */
  installations: number;
  /** Those of them whose tokens have expired; undefined if there are too many to count. */
  expiredInstallations: number | undefined;
  /** The lifetimes of apps without their own, in seconds. */
  defaultLifetimes: { access: number; refresh: number };
  /** Similar names of other apps and developers. */
  similarNames: GetAppResponse["similarNames"];
  /** All scopes by name, retired ones included. */
  catalogue: ReadonlyMap<string, Scope>;
  /** The claim, the last decision and the automatic checks. */
  review: GetReviewResponse;
  queue: GetReviewQueueResponse;
  /** Empty unless the app is in review. */
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
