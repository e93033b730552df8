import { Scope, type ScopeText, type Sensitivity } from "../../model/scope.ts";
import type { Management, ManagementTransaction } from "../connection/management.ts";
import type { Statement } from "../connection/query.ts";
import { countScopeApps, type ScopeCount } from "./scope-counts.ts";

export interface ScopeValues {
  name: string;
  title: string;
  description: string;
  sensitivity: Sensitivity;
  retired: boolean;
  /** The texts by language, which replace all texts of the scope. Default: none. */
  texts?: Readonly<Record<string, ScopeText>>;
  /** The revision that is replaced, 0 for a new scope; null or absent: any. */
  revision?: number | null;
}

export type UpsertedScope = Pick<
  Scope,
  "name" | "title" | "description" | "sensitivity" | "retiredAt" | "texts" | "revision"
>;

/** An app whose registered scopes changed with the catalogue. */
export interface RescopedApp {
  clientId: string;
  /** True if the app lost the scope, false if it got the scope. */
  lost: boolean;
}

export interface ScopeStore {
  /** Ordered by name. */
  list(includeRetired: boolean): Promise<Scope[]>;
  /** The number of apps that may request each scope, counted up to a limit. */
  countApps(names: readonly string[], limit: number): Promise<ScopeCount[]>;
  /**
   * Adds or changes a scope and updates the apps that request it; null if the scope has another revision. `onChanged` runs in the
   * transaction and gets these apps.
   */
  upsert(
    scope: ScopeValues,
    onChanged: (tx: ManagementTransaction, changed: RescopedApp[]) => void,
  ): Promise<UpsertedScope | null>;
}

const UPSERT: Statement = {
  name: "upsert-scope",
  text: `
    insert into scope (name, title, description, sensitivity, retired_at, texts)
    values ($1, $2, $3, $4, case when $5::boolean then clock_timestamp() end, $6::jsonb)
    on conflict (name) do update set title = excluded.title, description = excluded.description, texts = excluded.texts,
      sensitivity = excluded.sensitivity,
      retired_at = case when $5::boolean then coalesce(scope.retired_at, clock_timestamp()) end,
      revision = scope.revision + 1
      where $7::integer is null or scope.revision = $7
    returning name, title, description, sensitivity, texts, revision, retired_at as "retiredAt"`,
};

// Approved apps keep the scope unless a review has refused it to them. Unapproved apps lose it until their approval.
const RESTRICT: Statement = {
  name: "restrict-scope",
  text: `
    with changed as (
      select id, state in ('APPROVED', 'SUSPENDED') and not restricted_scopes_refused @> array[$1::text] as keeps from app
      where registered_scopes @> array[$1::text] and not restricted_scopes_granted @> array[$1::text] and state <> 'ARCHIVED'
      order by id for update)
    update app a set
      registered_scopes = case when keeps then registered_scopes else array_remove(registered_scopes, $1::text) end,
      restricted_scopes_granted = case when keeps then restricted_scopes_granted || $1::text else restricted_scopes_granted end
    from changed t where t.id = a.id
    returning client_id as "clientId", not keeps as lost`,
};

const RELEASE: Statement = {
  name: "release-scope",
  text: `
    update app set
      registered_scopes = array(select distinct unnest(registered_scopes || $1::text) collate "C" order by 1),
      restricted_scopes_granted = array_remove(restricted_scopes_granted, $1::text)
    where scopes @> jsonb_build_array(jsonb_build_object('name', $1::text)) and state <> 'ARCHIVED'
      and (restricted_scopes_granted @> array[$1::text] or not registered_scopes @> array[$1::text])
    returning client_id as "clientId", false as lost`,
};

export function createScopeStore(management: Management): ScopeStore {
  return {
    list: (includeRetired) =>
      management.read((em) => em.find(Scope, includeRetired ? {} : { retiredAt: null }, { orderBy: { name: "asc" } })),
    countApps: (names, limit) => management.read((_, run) => countScopeApps(run, names, limit)),
    upsert: ({ name, title, description, sensitivity, retired, texts = {}, revision = null }, onChanged) =>
      management.transactional(async (tx) => {
        // Locks the scope's row, which serializes this change with approvals that read the row.
        const values = [name, title, description, sensitivity, retired, JSON.stringify(texts), revision];
        const [scope] = await tx.query<UpsertedScope>(UPSERT, values);
        if (scope === undefined) return null;
        const statement = sensitivity === "RESTRICTED" ? RESTRICT : RELEASE;
        onChanged(tx, await tx.query<RescopedApp>(statement, [name]));
        return scope;
      }),
  };
}
