import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateWebhookEndpoint } from "../../../src/service/webhooks/update-webhook-endpoint.ts";
import { claimJobs } from "../../../src/store/jobs/queue.ts";
import { recordSuccess } from "../../../src/store/webhooks/endpoint-health.ts";
import { disableEndpoint, requeueDeliveries } from "../../../src/store/webhooks/endpoint-state.ts";
import { loadDue } from "../../../src/store/webhooks/lane-steps.ts";
import { keyCall } from "../../support/world/calls.ts";
import { useWorld } from "../../support/world/fixtures.ts";
import { addEndpoint, depsOf, FIELDS } from "../service/webhooks/world.ts";
import { capture, explain, rowsRead } from "./plans.ts";

const world = useWorld();
const ROWS = 6_000;
let client: pg.Client;
let endpointId: string;

beforeAll(async () => {
  client = new pg.Client({ connectionString: world.url });
  await client.connect();
  ({ id: endpointId } = await addEndpoint(world, null));
  await client.query(
    `insert into webhook_delivery (endpoint_id, event_id, type, at, order_key, payload, state, position, attempts, queued_at,
      next_attempt_at, expires_at)
    select $1, gen_random_uuid(), 'app.approved', now(), n, '{}', 'PENDING', n, 9, now() - interval '1 day', now() + interval '1 hour',
      now() + interval '30 days' from generate_series(1, ${ROWS}) n`,
    [endpointId],
  );
  await client.query(
    `insert into job (kind, payload, run_at) select 'mail', '{}', now() + interval '1 hour' from generate_series(1, ${ROWS})`,
  );
  await client.query("vacuum analyze webhook_delivery, job");
});
afterAll(() => client.end());

const waiting = async () =>
  Number((await client.query("select count(*) from webhook_delivery where next_attempt_at > now()")).rows[0].count);

describe("many deliveries and jobs that wait for a retry", () => {
  test.each([
    {
      name: "deliveries of a lane",
      statement: () => capture((query) => loadDue(query, { endpointId, inFlight: [], limit: 10 })),
    },
    {
      name: "jobs",
      statement: () => capture((query) => claimJobs(query, { kinds: ["mail"], limit: 4, leaseSeconds: 90 })),
    },
  ])("are not read in the search for due $name", async ({ statement }) => {
    const { nodes } = await explain(client, await statement());
    expect(Math.max(...nodes.map(rowsRead))).toBeLessThan(100);
  });

  test("become due in bounded steps when the endpoint works again", async () => {
    const { rows } = await client.query(
      "update webhook_endpoint set failing_since = now() - interval '5 days' where id = $1 returning failing_since",
      [endpointId],
    );
    const failingSince = async () =>
      (await client.query("select failing_since from webhook_endpoint where id = $1", [endpointId])).rows[0]
        .failing_since;
    const succeed = () => world.management.transactional(({ query }) => recordSuccess(query, endpointId));
    await succeed();
    expect(await waiting()).toBe(ROWS - 2_000);
    // Not since the time of the earlier failures, after which the next failure would disable the endpoint.
    expect((await failingSince()) - rows[0].failing_since).toBeGreaterThan(86_400_000);
    for (let step = 0; step < 3; step++) await succeed();
    expect(await waiting()).toBe(0);
    expect(await failingSince()).toBeNull();
  });

  test("get their full time again in bounded steps when the endpoint is enabled", async () => {
    const old = async () =>
      Number((await client.query("select count(*) from webhook_delivery where attempts > 0")).rows[0].count);
    await world.management.transactional(({ query }) => disableEndpoint(query, endpointId, "FAILING"));
    const requeue = () => world.management.transactional(({ query }) => requeueDeliveries(query, endpointId));
    expect(await requeue()).toBe(true);
    expect(await old()).toBe(ROWS - 5_000);
    const enable = { endpointId, ...FIELDS, state: "ACTIVE" } as const;
    const updated = await updateWebhookEndpoint(depsOf(world), enable, keyCall());
    expect(updated.endpoint.state).toBe("ACTIVE");
    expect(await old()).toBe(0);
  });
});
