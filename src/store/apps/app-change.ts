import { LockMode, type RequiredEntityData } from "@mikro-orm/core";
import { Account } from "../../model/account.ts";
import type { AppState, ReviewedFields } from "../../model/app.ts";
import { AppHistory } from "../../model/app-history.ts";
import { AppLogo } from "../../model/app-logo.ts";
import { AppRevision } from "../../model/app-revision.ts";
import { AppSecret } from "../../model/app-secret.ts";
import { Scope } from "../../model/scope.ts";
import type { AuditRow } from "../audit/audit.ts";
import type { ManagementTransaction } from "../connection/management.ts";
import { micros, type Statement } from "../connection/query.ts";
import type { FeedEvent } from "../feed/feed.ts";
import type { NewEvent } from "../outbox/append.ts";
import { type ClaimRow, endClaim, findClaim, takeClaim } from "../reviews/claims.ts";
import type { AppDetails } from "./app-details.ts";

export interface NewHistory {
  revision: number;
  action: string;
  fromState: AppState | null;
  toState: AppState;
  actorId: string | null;
  callerName: string | null;
  reasonCode: string | null;
  reasonText: string | null;
  profile: ReviewedFields | null;
  refusedScopes?: string[] | null;
}

export type NewRevision = Omit<RequiredEntityData<AppRevision>, "app" | "createdBy"> & { createdBy: string | null };

/** A change of one app. Its row is locked, which serializes all changes of the app, its revisions and its secrets. */
export interface AppChange extends AppDetails {
  /** Microseconds of the database's clock, read after the lock. */
  now: number;
  /** A new UUIDv7 of the database's clock. */
  freshId: string;
  /** Creates the pending revision and assigns it to `pending`. */
  addRevision(revision: NewRevision): void;
  /** Adds a secret to `secrets`. */
  addSecret(secret: { id: string; digest: Uint8Array; hint: string; createdBy: string | null }): AppSecret;
  addHistory(step: NewHistory): void;
  /** The catalogue entries of these scope names, with share locks until the transaction ends. */
  catalogue(names: readonly string[]): Promise<Scope[]>;
  /** Stores a logo under its digest, unless it is already stored. */
  addLogo(logo: { digest: string; image: Uint8Array; mediaType: string }): Promise<void>;
  /** Deletes logos that neither the app nor `pending` references. */
  dropLogos(): Promise<void>;
  /** Revokes everything that was authorized for the app until now; returns the time of the not-before mark in microseconds. */
  markNotBefore(): Promise<number>;
  /** The number of apps of the developer, including this app. Apps archived within a day count too, which limits the rate of new rows. */
  countApps(): Promise<number>;
  /** The highest revision number so far, including discarded revisions. */
  lastRevision(): Promise<number>;
  /** The operator who reviews the app; null if none has claimed it. */
  findClaim(): Promise<ClaimRow | null>;
  /** Claims the app for an account or extends its claim; false if another account has claimed the app. */
  takeClaim(claim: { accountId: string; seconds: number }): Promise<boolean>;
  /** Ends the claim. @param accountId the account whose claim ends; null for any account @returns whether there was such a claim */
  endClaim(accountId: string | null): Promise<boolean>;
  audit(row: AuditRow): void;
  publish(event: FeedEvent): void;
  emit(event: NewEvent): void;
}

const FRESH: Statement = {
  name: "fresh-id",
  text: `select uuidv7() as "freshId", ${micros("clock_timestamp()")} as now`,
};

const COUNT_APPS: Statement = {
  name: "count-apps",
  text: `
    select count(*)::int as count from app
    where developer_id = $1 and (state <> 'ARCHIVED' or archived_at > clock_timestamp() - interval '1 day')`,
};

const LAST_REVISION: Statement = {
  name: "last-revision",
  text: "select coalesce(max(number), 0) as number from app_revision where app_id = $1",
};

/** Creates the change of an app whose row `tx` has locked. */
export async function createAppChange(tx: ManagementTransaction, details: AppDetails): Promise<AppChange> {
  const { app } = details;
  const [fresh] = await tx.query<{ freshId: string; now: number }>(FRESH, []);
  const { freshId, now } = fresh!;
  const writtenAt = new Date(now / 1000);
  const account = (id: string | null) => (id === null ? null : tx.em.getReference(Account, id));
  const change: AppChange = {
    ...details,
    freshId,
    now,
    addRevision({ createdBy, ...revision }) {
      const by = account(createdBy);
      change.pending = tx.em.create(AppRevision, { ...revision, createdBy: by, app, updatedAt: writtenAt });
    },
    addSecret({ createdBy, ...secret }) {
      const row = { ...secret, digest: Buffer.from(secret.digest), createdBy: account(createdBy), app };
      const created = tx.em.create(AppSecret, { ...row, createdAt: writtenAt });
      change.secrets.push(created);
      return created;
    },
    addHistory: ({ actorId, ...step }) => void tx.em.create(AppHistory, { ...step, actor: account(actorId), app }),
    catalogue: (names) =>
      tx.em.find(
        Scope,
        { name: { $in: [...names] } },
        { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { name: "asc" } },
      ),
    async addLogo({ digest, image, mediaType }) {
      const kept = await tx.em.findOne(AppLogo, { app, digest });
      if (kept === null) tx.em.create(AppLogo, { app, digest, image: Buffer.from(image), mediaType });
    },
    async dropLogos() {
      const named = [app.logoDigest, change.pending?.logoDigest].filter((digest) => digest != null);
      await tx.em.nativeDelete(AppLogo, { app, digest: { $nin: named } });
    },
    async markNotBefore() {
      const marked = await tx.markNotBefore({ kind: "APP", subjectId: app.id, at: null });
      return marked.kind === "marked" ? marked.notBefore : now;
    },
    async lastRevision() {
      const [row] = await tx.query<{ number: number }>(LAST_REVISION, [app.id]);
      return Math.max(app.revision, row!.number);
    },
    async countApps() {
      const [row] = await tx.query<{ count: number }>(COUNT_APPS, [app.developer.id]);
      return row!.count;
    },
    findClaim: () => findClaim(tx.query, app.id),
    takeClaim: (claim) => takeClaim(tx.query, { appId: app.id, ...claim }),
    endClaim: (accountId) => endClaim(tx.query, app.id, accountId),
    audit: tx.audit,
    publish: tx.publish,
    emit: tx.emit,
  };
  return change;
}
