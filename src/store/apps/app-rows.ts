import type { Account } from "../../model/account.ts";
import type { App, ReviewedFields } from "../../model/app.ts";
import type { AppRevision } from "../../model/app-revision.ts";
import type { AppSecret } from "../../model/app-secret.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { IS_OPEN } from "./app-search.ts";

/** Timestamps in microseconds. */
type Times<T extends string, Absent = never> = Record<T, number | Absent>;

type Reason = Pick<App, "reasonCode" | "reasonText">;

interface AppFields
  extends ReviewedFields,
    Reason,
    Pick<App, "clientId" | "state" | "confidential" | "refreshMode" | "accessTokenTtl" | "refreshTokenTtl">,
    Pick<App, "revision" | "restrictedScopesGranted" | "restrictedScopesRefused">,
    Times<"createdAt" | "updatedAt">,
    Times<"submittedAt", null> {
  developer: Pick<Account, "id" | "name">;
}

interface RevisionFields
  extends ReviewedFields,
    Reason,
    Pick<AppRevision, "number" | "state">,
    Times<"updatedAt">,
    Times<"submittedAt", null> {}

interface SecretFields
  extends Pick<AppSecret, "id" | "hint">,
    Times<"createdAt">,
    Times<"retiresAt" | "lastUsedAt", null> {
  createdBy: { id: string; name: string } | null;
}

export interface AppRow {
  app: AppFields;
  /** The pending revision. */
  pending: RevisionFields | null;
  /** The valid secrets, oldest first. */
  secrets: SecretFields[];
  /** The number of active and suspended installations: exact up to `EXACT_UP_TO`, otherwise at most two minutes old. */
  installationCount: number;
}

/** SQL: a timestamp in microseconds, rounded down to the milliseconds that entities hold. */
const time = (column: string): string => micros(`date_trunc('milliseconds', ${column})`);

/** SQL: a JSON object of columns. */
function object(columns: Record<string, string>): string {
  return `json_build_object(${Object.entries(columns).map(([name, column]) => `'${name}', ${column}`)})`;
}

/** SQL: the columns of a row. JSON of a whole app would take PostgreSQL twice as long. */
function list(columns: Record<string, string>): string {
  return `${Object.entries(columns).map(([name, column]) => `${column} as "${name}"`)}`;
}

/** The columns that an app and a revision have. */
const reviewedOf = (table: string): Record<string, string> => ({
  state: `${table}.state`,
  name: `${table}.name`,
  purpose: `${table}.purpose`,
  redirectUris: `${table}.redirect_uris`,
  scopes: `${table}.scopes`,
  launchUrl: `${table}.launch_url`,
  platformStart: `${table}.platform_start`,
  website: `${table}.website`,
  supportContact: `${table}.support_contact`,
  privacyPolicy: `${table}.privacy_policy`,
  webhookUrl: `${table}.webhook_url`,
  logoDigest: `${table}.logo_digest`,
  reasonCode: `${table}.reason_code`,
  reasonText: `${table}.reason_text`,
  updatedAt: time(`${table}.updated_at`),
  submittedAt: time(`${table}.submitted_at`),
});

const APP = {
  ...reviewedOf("a"),
  clientId: "a.client_id",
  developerId: "d.id",
  developerName: "d.name",
  confidential: "a.confidential",
  refreshMode: "a.refresh_mode",
  accessTokenTtl: "a.access_token_ttl",
  refreshTokenTtl: "a.refresh_token_ttl",
  revision: "a.revision",
  restrictedScopesGranted: "a.restricted_scopes_granted",
  restrictedScopesRefused: "a.restricted_scopes_refused",
  createdAt: time("a.created_at"),
};

const SECRET = {
  id: "s.id",
  hint: "s.hint",
  createdBy: "(select json_build_object('id', c.id, 'name', c.name) from account c where c.id = s.created_by_id)",
  createdAt: time("s.created_at"),
  retiresAt: time("s.retires_at"),
  lastUsedAt: time("s.last_used_at"),
};

/** Counts of installations up to this number are exact. */
export const EXACT_UP_TO = 100;

/** SQL: the first entries of the index of the app's installations in a state. */
const first = (state: string): string =>
  `(select from installation where app_id = a.id and state = '${state}' order by id limit ${EXACT_UP_TO + 1})`;

// Counts index entries, unless the stored count is large. An app that another release created may have no stored count yet.
const INSTALLATIONS = `
  case when a.state = 'ARCHIVED' then 0
    else (
      select case when few.count > ${EXACT_UP_TO} then coalesce(nullif(stored.count, 0), few.count) else few.count end
      from (select (select installations from app_installation_count where app_id = a.id) as count) stored
      cross join lateral (select count(*) from (${first("ACTIVE")} union all ${first("SUSPENDED")}) i) few
    )
  end`;

const LIST: Statement = {
  name: "list-app-rows",
  prepared: true,
  text: `
    select ${list(APP)},
      (select ${object({ number: "r.number", ...reviewedOf("r") })} from app_revision r where r.app_id = a.id and r.state ${IS_OPEN}) as pending,
      coalesce((select json_agg(${object(SECRET)} order by s.id) from app_secret s
        where s.app_id = a.id and (s.retires_at is null or s.retires_at > clock_timestamp())), '[]') as secrets,
      ${INSTALLATIONS}::float8 as "installationCount"
    from unnest($1::uuid[]) with ordinality as listed (id, position)
    cross join lateral (select * from app where app.id = listed.id offset 0) a
    cross join lateral (select id, name from account where account.id = a.developer_id offset 0) d
    order by listed.position`,
};

interface Listed extends Omit<AppFields, "developer">, Omit<AppRow, "app"> {
  developerId: string;
  developerName: string;
}

/** The apps with these ids (`app.id`), in their order. */
export async function listAppRows(query: Query, ids: readonly string[]): Promise<AppRow[]> {
  const rows = await query<Listed>(LIST, [ids]);
  return rows.map(({ developerId: id, developerName: name, pending, secrets, installationCount, ...fields }) => ({
    app: { ...fields, developer: { id, name } },
    pending,
    secrets,
    installationCount,
  }));
}
