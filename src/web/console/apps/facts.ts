import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { App, AppState, GetAppResponse, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";

/** Everything that an app's page is made of. */
export interface AppFacts {
  app: App;
  /** Who answers for it. */
  developer: Account | undefined;
  history: GetAppResponse["history"];
  /** On how many merchants it is installed. */
  installations: number;
  /** Names of others that look like the one in review. */
  similarNames: GetAppResponse["similarNames"];
  /** The catalogue by name, retired scopes too. */
  catalogue: ReadonlyMap<string, Scope>;
}

/** What is to be reviewed: the pending revision of a live app, or the app before its first approval. */
export interface Subject {
  number: number;
  state: AppState;
  profile: App["profile"];
  logoDigest: string;
  /** It would change a live app. */
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
