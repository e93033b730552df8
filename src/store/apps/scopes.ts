import { Scope, type Sensitivity } from "../../model/scope.ts";
import type { Management, ManagementTransaction } from "../connection/management.ts";
import type { Statement } from "../connection/query.ts";

export interface ScopeValues {
  name: string;
  title: string;
  description: string;
  sensitivity: Sensitivity;
  retired: boolean;
}

/** An app whose working scopes a change of the catalogue touched. */
export interface RescopedApp {
  clientId: string;
  /** It lost the scope. */
  narrowed: boolean;
}

export interface ScopeStore {
  /** By name. */
  list(includeRetired: boolean): Promise<Scope[]>;
  /** Adds or changes a scope and what apps may do with it; `tell` hears which apps that touched. */
  put(scope: ScopeValues, tell: (tx: ManagementTransaction, touched: RescopedApp[]) => void): Promise<void>;
}

const PUT: Statement = {
  name: "put-scope",
  text: `
    insert into scope (name, title, description, sensitivity, retired_at)
    values ($1, $2, $3, $4, case when $5::boolean then clock_timestamp() end)
    on conflict (name) do update set title = excluded.title, description = excluded.description,
      sensitivity = excluded.sensitivity,
      retired_at = case when $5::boolean then coalesce(scope.retired_at, clock_timestamp()) end`,
};

// An approved app keeps the scope, unless it was refused it when the scope was restricted before. Drafts lose it until their approval.
const RESTRICT: Statement = {
  name: "restrict-scope",
  text: `
    with touched as (
      select id, state in ('APPROVED', 'SUSPENDED') and not restricted_scopes_refused @> array[$1::text] as keeps from app
      where registered_scopes @> array[$1::text] and not restricted_scopes_granted @> array[$1::text] and state <> 'ARCHIVED'
      order by id for update)
    update app a set
      registered_scopes = case when keeps then registered_scopes else array_remove(registered_scopes, $1::text) end,
      restricted_scopes_granted = case when keeps then restricted_scopes_granted || $1::text else restricted_scopes_granted end
    from touched t where t.id = a.id
    returning client_id as "clientId", not keeps as narrowed`,
};

const RELEASE: Statement = {
  name: "release-scope",
  text: `
    update app set
      registered_scopes = array(select distinct unnest(registered_scopes || $1::text) collate "C" order by 1),
      restricted_scopes_granted = array_remove(restricted_scopes_granted, $1::text)
    where scopes @> jsonb_build_array(jsonb_build_object('name', $1::text)) and state <> 'ARCHIVED'
      and (restricted_scopes_granted @> array[$1::text] or not registered_scopes @> array[$1::text])
    returning client_id as "clientId", false as narrowed`,
};

export function createScopeStore(management: Management): ScopeStore {
  return {
    list: (includeRetired) =>
      management.read((em) => em.find(Scope, includeRetired ? {} : { retiredAt: null }, { orderBy: { name: "asc" } })),
    put: ({ name, title, description, sensitivity, retired }, tell) =>
      management.transactional(async (tx) => {
        // The scope's row is locked from here on, so an approval that reads it for its app comes wholly before or after.
        await tx.query(PUT, [name, title, description, sensitivity, retired]);
        const statement = sensitivity === "RESTRICTED" ? RESTRICT : RELEASE;
        tell(tx, await tx.query<RescopedApp>(statement, [name]));
      }),
  };
}
