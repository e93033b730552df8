import type { AppState } from "../../model/app.ts";
import type { Call } from "../call.ts";
import type { FieldViolation } from "../errors.ts";
import type { Page, PageRequest } from "../page.ts";
import type { Reason } from "../reason.ts";
import type { CheckedUrl, ValidateApp } from "./checking.ts";
import type {
  AppProfile,
  AppRecord,
  HistoryRecord,
  LogoRecord,
  ScopeRecord,
  SecretRecord,
  SimilarName,
} from "./records.ts";
import type { AppSettings } from "./settings.ts";

export interface CreateApp {
  profile: AppProfile;
  confidential: boolean;
  settings: AppSettings;
  /** Null: the acting account. */
  developerAccountId: string | null;
}

export interface UpdateApp {
  clientId: string;
  /** Null: only the settings change. */
  profile: AppProfile | null;
  settings: AppSettings;
}

export interface ApproveApp {
  clientId: string;
  /** The revision that was reviewed; null: whichever is in review. */
  revision: number | null;
  restrictedScopesAllowed: string[];
}

export interface AppFilter {
  /** Also of the pending revision. */
  state: AppState | null;
  developerAccountId: string | null;
  namePrefix: string | null;
}

export interface AppDetails {
  app: AppRecord;
  /** The newest first, 100 at most. */
  history: HistoryRecord[];
  installationCount: number;
  /** For reviewers, while a review is open. */
  similarNames: SimilarName[];
}

type AppStep = (clientId: string, call: Call) => Promise<AppRecord>;

/** What a reviewer says of a revision; of whichever is in review where `revision` is null or left out. */
export interface Verdict extends Reason {
  revision?: number | null;
}

type VerdictStep = (clientId: string, verdict: Verdict, call: Call) => Promise<AppRecord>;

/**
 * Apps from the first draft to the archive. A developer sees only their own: everybody else's are not found. A service key acts by its
 * right. Every change is guarded by the app's locked row and written with its history and audit event in one transaction.
 *
 * @throws RequestError NOT_FOUND; OPERATOR_ONLY, OWN_APP; STATE for a step that the state does not allow; REVISION_CHANGED for a verdict on
 * another revision than the one in review; INVALID with every violation
 */
export interface AppOperations {
  create(request: CreateApp, call: Call): Promise<{ app: AppRecord; clientSecret: string | null }>;
  get(clientId: string, call: Call): Promise<AppDetails>;
  list(filter: AppFilter, page: PageRequest, call: Call): Promise<Page<AppRecord>>;
  update(request: UpdateApp, call: Call): Promise<AppRecord>;
  discardRevision: AppStep;
  submit: AppStep;
  withdraw: AppStep;
  startReview: AppStep;
  approve(request: ApproveApp, call: Call): Promise<AppRecord>;
  requestChanges: VerdictStep;
  reject: VerdictStep;
  suspend(clientId: string, reason: Reason, call: Call): Promise<AppRecord>;
  resume: AppStep;
  archive: AppStep;
  addSecret(clientId: string, call: Call): Promise<{ secret: SecretRecord; clientSecret: string }>;
  retireSecret(
    request: { clientId: string; secretId: string; immediately: boolean },
    call: Call,
  ): Promise<SecretRecord>;
  /** An empty image removes the logo. */
  setLogo(clientId: string, image: Uint8Array, call: Call): Promise<AppRecord>;
  getLogo(clientId: string, digest: string): Promise<LogoRecord>;
  /** Everything that keeps a profile from being submitted; stores nothing. */
  check(request: ValidateApp, call: Call): Promise<FieldViolation[]>;
  /** Everything that is wrong with an authorization URL of an app of one's own. */
  validateAuthorizeUrl(url: string, call: Call): Promise<CheckedUrl>;
  listScopes(includeRetired: boolean): Promise<ScopeRecord[]>;
  upsertScope(scope: ScopeRecord, call: Call): Promise<ScopeRecord>;
}
