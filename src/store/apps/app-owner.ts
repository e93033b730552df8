import type { Query, Statement } from "../connection/query.ts";

/** Enough of an app to check the access to it. */
export interface AppOwner {
  /** `app.id` */
  id: string;
  /** The account of the developer. */
  developerId: string;
  archived: boolean;
  /** True if the platform suspended or rejected the app, which stops all its installations. */
  stopped: boolean;
}

const OWNER: Statement = {
  name: "find-app-owner",
  prepared: true,
  text: `select id, developer_id as "developerId", state = 'ARCHIVED' as archived,
    state in ('SUSPENDED', 'REJECTED') as stopped from app where client_id = $1`,
};

/** Finds the owner of an app in one statement, where its profile and secrets are not needed. */
export async function findAppOwner(query: Query, clientId: string): Promise<AppOwner | null> {
  const [row] = await query<AppOwner>(OWNER, [clientId]);
  return row ?? null;
}
