import type { Query, Statement } from "../connection/query.ts";

/** The names of an app and its developer. */
export interface AppNames {
  clientId: string;
  name: string;
  /** Of the pending revision. */
  pendingName: string | null;
  /** Null for the excluded developer. */
  developer: { id: string; name: string } | null;
}

const LIST: Statement = {
  name: "list-app-names",
  text: `
    select a.client_id as "clientId", a.name, r.name as "pendingName",
      case when h.id <> $2 then json_build_object('id', h.id, 'name', h.name) end as developer
    from app a join account h on h.id = a.developer_id
    left join app_revision r on r.app_id = a.id and r.state in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED')
    where a.id <> $1 and a.state <> 'ARCHIVED' order by a.id`,
};

/** The names of all apps except one, and of their developers. */
export async function listAppNames(query: Query, except: { appId: string; developerId: string }): Promise<AppNames[]> {
  return query<AppNames>(LIST, [except.appId, except.developerId]);
}
