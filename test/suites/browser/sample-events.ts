import { withDatabase } from "./demo-database.ts";

/** Spreads the events of an account, its sessions and its second factors over days, so that pictures show times apart. */
export async function spreadEvents(dataDir: string, email: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    for (const statement of [EVENTS, CREATION, CREATED, SESSIONS, APP, PASSKEYS])
      await client.query(statement, [email]);
  });
}

const ACCOUNT = "(select id from account where email = $1)";

/** Each event is older than the next one. The newest keeps its time, and the oldest ones have the same. */
const EVENTS = `
  update audit_event e set at = e.at - coalesce(('{0s,2m,5h,2d,2d 4m,2d 9m,2d 12m,9d,9d 1h}'::interval[])[s.place], '9d 2h')
  from (select id, row_number() over (order by id desc) as place from audit_event where account_id = ${ACCOUNT}) s
  where e.id = s.id`;

/** The account is older than its other events. */
const CREATION = `update audit_event set at = now() - '12d'::interval where account_id = ${ACCOUNT} and action = 'account.create'`;

const CREATED = `update account set created_at = now() - '12d'::interval where email = $1`;

/** The session on the phone starts with its event. */
const SESSIONS = `
  update session s set created_at = created_at - '5h'::interval, last_seen_at = last_seen_at - '3h'::interval
  where account_id = ${ACCOUNT} and user_agent like '%iPhone%'`;

const APP = `update totp_factor set confirmed_at = confirmed_at - '2d'::interval where account_id = ${ACCOUNT}`;

const PASSKEYS = `update passkey set created_at = created_at - '2d'::interval where account_id = ${ACCOUNT}`;
