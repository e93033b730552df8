import type { AppScope, AppState, RefreshMode } from "../../model/app.ts";
import type { Sensitivity } from "../../model/scope.ts";

/** What a developer says about an app and a reviewer looks at. A field of a draft may be empty; moments are microseconds. */
export interface AppProfile {
  name: string;
  purpose: string;
  website: string | null;
  supportContact: string | null;
  redirectUris: string[];
  scopes: AppScope[];
  launchUrl: string | null;
  webhookUrl: string | null;
  platformStart: boolean;
}

/** A profile with the logo that is reviewed together with it. */
export interface ReviewedProfile extends AppProfile {
  logoDigest: string | null;
}

/** The pending revision of an app that is live. */
export interface RevisionRecord {
  number: number;
  state: AppState;
  profile: ReviewedProfile;
  updatedAt: number;
}

/** A client secret without its value. */
export interface SecretRecord {
  secretId: string;
  hint: string;
  createdAt: number;
  /** Null while it is not retired. */
  endsAt: number | null;
  lastUsedAt: number | null;
}

export interface AppRecord {
  clientId: string;
  state: AppState;
  developerAccountId: string;
  developerName: string;
  confidential: boolean;
  refreshMode: RefreshMode;
  /** Seconds; null: the service's. */
  accessTokenTtl: number | null;
  refreshTokenTtl: number | null;
  /** Live, or before the first approval the one being written. */
  profile: ReviewedProfile;
  revision: number;
  pending: RevisionRecord | null;
  restrictedScopesAllowed: string[];
  /** Those that work. */
  secrets: SecretRecord[];
  /** Null unless the app is approved. */
  installUrl: string | null;
  reasonCode: string | null;
  reasonText: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface HistoryRecord {
  action: string;
  state: AppState;
  revision: number | null;
  accountId: string | null;
  /** What that account is called; null where whoever asks may not know. */
  accountName: string | null;
  reasonCode: string | null;
  reasonText: string | null;
  at: number;
}

export interface LogoRecord {
  image: Uint8Array;
  mediaType: string;
}

/** An entry of the scope catalogue. */
export interface ScopeRecord {
  name: string;
  title: string;
  description: string;
  sensitivity: Sensitivity;
  retired: boolean;
}

/** A name that looks like that of the app in review or of its developer, and whose it is. */
export interface SimilarName {
  name: string;
  /** The app that has it; null: a developer has it. */
  clientId: string | null;
  /** The developer that has it; null: an app has it. */
  accountId: string | null;
}
