import type { AppEventType, InstallationEventType } from "../../model/outbox-event.ts";
import type { Statement, Write } from "../connection/query.ts";
import { joinScopes, splitScopes } from "../tokens/token-rows.ts";

/** An event for apps and other services of the platform. It contains no secret. */
export type NewEvent = NewInstallationEvent | NewAppEvent;

interface NewAppEvent {
  type: AppEventType;
  clientId: string;
  /** The endpoint of `webhook.disabled`. */
  endpointId?: string;
  /** The id of the client secret of `client_secret.expiring`. */
  secretId?: string;
}

interface NewInstallationEvent {
  type: InstallationEventType;
  installationId: string;
  /** The version and the granted scopes after the change. Absent: those that the row has at the end of the transaction. */
  version?: number;
  scopes?: readonly string[];
}

// Locks the installations before the head, whose row stays locked until the commit. So the cursors, and the sequences of each installation,
// follow commit order and have no gaps.
const APPEND: Statement = {
  name: "append-to-outbox",
  text: `
    with given as (
      select * from rows from (
        jsonb_to_recordset($1::jsonb)
          as (type text, client_id text, installation_id uuid, version int, scopes text, endpoint_id uuid, secret_id uuid)
      ) with ordinality as given(type, client_id, installation_id, version, scopes, endpoint_id, secret_id, n)
    ), locked as materialized (
      select id from installation where id = any(array(select installation_id from given)) order by id for no key update
    ), counted as (
      update installation i set event_sequence = i.event_sequence + g.events
      from (select installation_id as id, count(*)::int as events from given group by 1) g
      where i.id = g.id and i.id = any(array(select id from locked))
      returning i.id, i.app_id, i.merchant_id, i.version, i.granted_scopes, i.event_sequence - g.events as earlier
    ), numbered as materialized (
      select g.n, g.type, coalesce(g.client_id, a.client_id) as client_id, c.merchant_id, c.id as installation_id,
        c.earlier + row_number() over (partition by c.id order by g.n) as sequence,
        coalesce(g.version, c.version) as version, coalesce(${splitScopes("g.scopes")}, c.granted_scopes) as scopes,
        g.endpoint_id, g.secret_id
      from given g left join counted c on c.id = g.installation_id left join app a on a.id = c.app_id
    ), head as (
      update event_head set cursor = cursor + (select count(*) from numbered) where id = 1 returning cursor
    )
    insert into event (cursor, type, client_id, merchant_id, installation_id, sequence, installation_version, scopes, disabled_endpoint_id,
      expiring_secret_id)
    select head.cursor - (select count(*) from numbered) + n, type, client_id, merchant_id, installation_id, sequence, version, scopes,
      endpoint_id, secret_id
    from numbered, head order by n`,
};

/**
 * Appends events to the outbox. Must follow the writes of the changes that the events are about. Only `appendEvents` of the feed may
 * follow, because every transaction with events waits for the row that this statement locks.
 */
export function appendToOutbox(events: readonly NewEvent[]): Write {
  return { statement: APPEND, values: [JSON.stringify(events.map(toRecord))] };
}

function toRecord(event: NewEvent) {
  if ("clientId" in event) {
    const { type, clientId: client_id, endpointId: endpoint_id, secretId: secret_id } = event;
    return { type, client_id, endpoint_id, secret_id };
  }
  const { type, installationId: installation_id, version, scopes } = event;
  return { type, installation_id, version, scopes: scopes && joinScopes(scopes) };
}
