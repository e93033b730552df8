import pino from "pino";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { addWebhookSecret } from "../../../../../src/service/webhooks/add-webhook-secret.ts";
import { startWebhookDispatcher } from "../../../../../src/service/webhooks/delivery/dispatcher.ts";
import { createHttpSender } from "../../../../../src/service/webhooks/delivery/http-sender.ts";
import { getWebhookEndpoint } from "../../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { keyCall } from "../../../../support/world/calls.ts";
import { installOn } from "../../../../support/world/installations.ts";
import { addEndpoint, depsOf } from "../world.ts";
import { idOf, sequences, suspended, until, useDeliveries } from "./delivery-world.ts";
import type { Received } from "./receiver.ts";

const { world, start, options, receive, append, hurry, deliveriesOf, outboxRows } = useDeliveries();

describe("the delivery of webhooks", () => {
  test("sends each event once, signed by the Standard Webhooks specification, with the documented payload", async () => {
    const receiver = await receive();
    const app = await world.app();
    const { id, secret } = await addEndpoint(world, app.clientId, { url: receiver.url });
    start();
    const { pair, merchant } = await installOn(world, app);
    await append({ type: "app.approved", clientId: app.clientId });
    await until(() => expect(receiver.received).toHaveLength(2));
    const [created, approved] = await outboxRows(app.clientId);
    const [first, second] = receiver.received.toSorted((a) => (a.payload.type === "installation.created" ? -1 : 1));
    expect(first!.payload).toEqual({
      type: "installation.created",
      timestamp: created!.at,
      data: {
        event_id: created!.id,
        sequence: 1,
        client_id: app.clientId,
        merchant_id: merchant.id,
        installation_id: pair.installationId,
        installation_version: 1,
        scopes: ["orders.read", "orders.write"],
        endpoint_id: null,
        secret_id: null,
      },
    });
    expect(second!.payload.data).toMatchObject({ event_id: approved!.id, merchant_id: null, sequence: null });
    expect(idOf(first!)).toBe(created!.id);
    for (const { body, headers } of receiver.received) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
      expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    }
    await until(async () =>
      expect(await deliveriesOf(id)).toMatchObject([
        { state: "SUCCEEDED", lastStatus: 204 },
        { state: "SUCCEEDED", lastStatus: 204 },
      ]),
    );
  });

  test("signs with both secrets during a rotation", async () => {
    const receiver = await receive();
    const app = await world.app();
    const { id: endpointId, secret } = await addEndpoint(world, app.clientId, { url: receiver.url });
    start();
    await append({ type: "app.approved", clientId: app.clientId });
    await until(() => expect(receiver.received).toHaveLength(1));
    const { text } = await addWebhookSecret(depsOf(world), { endpointId }, keyCall());
    await append({ type: "app.suspended", clientId: app.clientId });
    await until(() => expect(receiver.received).toHaveLength(2));
    const { body, headers } = receiver.received[1]!;
    for (const known of [secret, text]) new Webhook(known).verify(body, headers as Record<string, string>);
  });

  test("sends nothing that it cannot sign, and delivers it with a new secret", async () => {
    const receiver = await receive();
    const app = await world.app();
    const { id: endpointId } = await addEndpoint(world, app.clientId, { url: receiver.url });
    await world.rows("update webhook_secret set key_id = 'gone' where endpoint_id = $1", [endpointId]);
    start();
    await append({ type: "app.approved", clientId: app.clientId });
    await until(async () =>
      expect(await deliveriesOf(endpointId)).toMatchObject([
        { state: "PENDING", lastResult: "SECRET", lastStatus: null },
      ]),
    );
    expect(receiver.received).toEqual([]);
    const { text } = await addWebhookSecret(depsOf(world), { endpointId }, keyCall());
    await hurry();
    await until(() => expect(receiver.received).toHaveLength(1));
    const { body, headers } = receiver.received[0]!;
    new Webhook(text).verify(body, headers as Record<string, string>);
  });

  test("chooses by app and type, and delivers everything platform-wide", async () => {
    const [own, chosen, all] = [await receive(), await receive(), await receive()];
    const [app, other] = [await world.app(), await world.app()];
    await addEndpoint(world, app.clientId, { url: own.url });
    await addEndpoint(world, app.clientId, { url: chosen.url, eventTypes: ["app.suspended"] });
    await addEndpoint(world, null, { url: all.url });
    await append(
      { type: "app.approved", clientId: app.clientId },
      { type: "app.suspended", clientId: app.clientId },
      { type: "app.approved", clientId: other.clientId },
    );
    start();
    await until(() => expect([own, chosen, all].map(({ received }) => received.length)).toEqual([2, 1, 3]));
    expect(chosen.received[0]!.payload.type).toBe("app.suspended");
  });

  test("keeps the order of each installation with several processes, while attempts fail", async () => {
    let count = 0;
    const done: Received[] = [];
    const receiver = await receive((request, response) => {
      if (++count % 4 === 0) return void response.writeHead(500).end();
      done.push(request);
      setTimeout(() => response.writeHead(200).end(), count % 7);
    });
    const app = await world.app();
    await addEndpoint(world, app.clientId, { url: receiver.url });
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push((await installOn(world, app)).pair.installationId);
    for (let process = 0; process < 3; process++) start();
    for (let n = 0; n < 15; n++) await append(...ids.map(suspended));
    const hurrying = setInterval(() => void hurry().catch(() => {}), 100);
    try {
      const expected = Array.from({ length: 16 }, (_, n) => n + 1);
      await until(() => expect(new Set(done.map(idOf)).size).toBe(64));
      for (const id of ids) expect([...new Set(sequences(done, id))]).toEqual(expected);
    } finally {
      clearInterval(hurrying);
    }
  });

  test("an installation waits for its failed delivery, and others do not", async () => {
    let stuck = "";
    const receiver = await receive(({ payload }, response) =>
      response.writeHead(payload.data.installation_id === stuck ? 500 : 200).end(),
    );
    const app = await world.app();
    const { id } = await addEndpoint(world, app.clientId, { url: receiver.url });
    const [one, two] = [
      (await installOn(world, app)).pair.installationId,
      (await installOn(world, app)).pair.installationId,
    ];
    stuck = one;
    start();
    for (let n = 0; n < 5; n++) await append(suspended(one), suspended(two));
    await until(() => expect(sequences(receiver.received, two)).toEqual([1, 2, 3, 4, 5, 6]));
    expect(new Set(sequences(receiver.received, one))).toEqual(new Set([1]));
    expect((await deliveriesOf(id)).filter(({ state }) => state === "WAITING")).toHaveLength(5);
    stuck = "";
    await hurry();
    await until(() => expect(sequences(receiver.received, one).at(-1)).toBe(6));
  });

  test("has at most the set number of requests at once, over all processes", async () => {
    const receiver = await receive((_, response) => void setTimeout(() => response.writeHead(200).end(), 30));
    const app = await world.app();
    await addEndpoint(world, app.clientId, { url: receiver.url });
    const ids = [];
    for (let n = 0; n < 20; n++) ids.push((await installOn(world, app)).pair.installationId);
    for (let process = 0; process < 3; process++) start({ concurrency: 3 });
    await until(() => expect(receiver.received).toHaveLength(20));
    expect(receiver.peak).toBe(3);
  });

  test("sends one request at a time to a failing endpoint", async () => {
    let works = false;
    const receiver = await receive(
      (_, response) => void setTimeout(() => response.writeHead(works ? 200 : 500).end(), 20),
    );
    const app = await world.app();
    const { id } = await addEndpoint(world, app.clientId, { url: receiver.url });
    await append({ type: "app.approved", clientId: app.clientId });
    start();
    await until(async () => expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: 1 }));
    receiver.peak = 0;
    for (let n = 0; n < 10; n++) await installOn(world, app);
    await until(() => expect(receiver.received.length).toBeGreaterThanOrEqual(11));
    expect(receiver.peak).toBe(1);
    works = true;
    await world.sql.query("update webhook_endpoint set failing_since = failing_since - interval '2 minutes'");
    await append({ type: "app.suspended", clientId: app.clientId });
    await hurry();
    await until(async () => expect((await deliveriesOf(id)).every(({ state }) => state === "SUCCEEDED")).toBe(true));
    expect((await getWebhookEndpoint(depsOf(world), { endpointId: id }, keyCall())).endpoint.failingSince).toBeNull();
  });

  test("takes over the endpoints of a process that stopped without giving them up", async () => {
    const receiver = await receive();
    const app = await world.app();
    await addEndpoint(world, app.clientId, { url: receiver.url });
    await append({ type: "app.approved", clientId: app.clientId });
    const silent = { ...createHttpSender({ allowLoopback: true }), send: () => new Promise<never>(() => {}) };
    // Never stopped: its lease ends, as that of a killed process.
    const management = { ...world.management };
    startWebhookDispatcher({ ...options(), management, sender: silent, leaseSeconds: 1 });
    const holders = "select holder from webhook_lane where holder is not null";
    await until(async () => expect(await world.rows(holders)).toHaveLength(1));
    const [before] = await world.rows(holders);
    Object.assign(management, { transactional: () => new Promise(() => {}), read: () => new Promise(() => {}) });
    start();
    await until(() => expect(receiver.received).toHaveLength(1));
    expect((await world.rows(holders))[0]).not.toEqual(before);
  });

  test("logs a database that is down once a minute, whatever the number of endpoints", async () => {
    const release = Promise.withResolvers<void>();
    const receiver = await receive(async (_, response) => {
      await release.promise;
      response.end();
    });
    const app = await world.app();
    for (let n = 0; n < 3; n++) await addEndpoint(world, app.clientId, { url: receiver.url });
    await append({ type: "app.approved", clientId: app.clientId });
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    let attempts = 0;
    const management = { ...world.management };
    start({ log, management });
    await until(() => expect(receiver.received).toHaveLength(3));
    const fail = async () => {
      attempts++;
      throw new Error("down");
    };
    Object.assign(management, { transactional: fail, read: fail });
    release.resolve();
    await until(() => expect(attempts).toBeGreaterThan(20));
    await until(() => expect(new Set(lines).size).toBe(2));
    expect(lines).toHaveLength(2);
    Object.assign(management, world.management);
  });
});
