import { describe, expect, test } from "vitest";
import type { RequestError } from "../../../../src/service/errors.ts";
import { createWebhookEndpoint } from "../../../../src/service/webhooks/create-webhook-endpoint.ts";
import { sealContext } from "../../../../src/service/webhooks/issue-secret.ts";
import { readSecrets } from "../../../../src/store/webhooks/secrets.ts";
import { byKey, callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, depsOf, FIELDS } from "./world.ts";

const world = useWorld();
const create = (clientId: string | null, fields: Partial<typeof FIELDS> = {}, call = keyCall(), loopback = false) =>
  createWebhookEndpoint(depsOf(world, loopback), { clientId, ...FIELDS, ...fields }, call);

describe("createWebhookEndpoint", () => {
  test("returns the secret once and stores it encrypted, bound to its row", async () => {
    const app = await world.app();
    const developer = callOf(app.developerId, { developer: true });
    const { endpoint, secrets, secret } = await create(app.clientId, { eventTypes: ["app.approved"] }, developer);
    expect(endpoint).toMatchObject({ clientId: app.clientId, state: "ACTIVE", eventTypes: ["app.approved"] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secrets).toMatchObject([{ hint: secret.slice(-5, -1) }]);
    const [row] = await world.management.read((_em, query) => readSecrets(query, endpoint.id));
    const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(row!.sealed.includes(bytes)).toBe(false);
    const sealed = { keyId: row!.keyId, sealed: row!.sealed };
    expect(world.deps.keys.open(sealContext(row!.id), sealed)).toEqual(bytes);
    expect(world.deps.keys.open(sealContext(endpoint.id), sealed)).toBeNull();
  });

  test("is for the app's developer, and platform-wide for operators and keys with events:read", async () => {
    const app = await world.app();
    const stranger = callOf(crypto.randomUUID(), { developer: true });
    const operator = callOf(crypto.randomUUID(), { operator: true });
    const missing = { kind: "not_found", reason: "NOT_FOUND" };
    const refused = (reason: string) => ({ kind: "permission_denied", reason });
    for (const clientId of [app.clientId, "app_none"])
      expect(await requestErrorOf(create(clientId, {}, stranger))).toEqual(missing);
    expect(await requestErrorOf(create(app.clientId, {}, operator))).toEqual(refused("DEVELOPER_ONLY"));
    expect(await requestErrorOf(create(null, {}, stranger))).toEqual(refused("OPERATOR_ONLY"));
    expect(await requestErrorOf(create(null, {}, byKey("apps:write")))).toEqual(refused("PERMISSION"));
    expect((await create(null, {}, operator)).endpoint.clientId).toBeNull();
    expect((await create(null, {}, byKey("apps:write", "events:read"))).endpoint.clientId).toBeNull();
  });

  test.each([
    { name: "http", fields: { url: "http://example.com/" } },
    { name: "a user name", fields: { url: "https://user@example.com/" } },
    { name: "another scheme", fields: { url: "ftp://example.com/" } },
    { name: "an address in an unusual form", fields: { url: "https://0x7f.1/" } },
    { name: "loopback over http", fields: { url: "http://127.0.0.1:8080/" } },
    { name: "an unknown event type", fields: { eventTypes: ["app.sold"] } },
    { name: "a long description", fields: { description: "x".repeat(201) } },
  ])("refuses $name", async ({ fields }) => {
    const app = await world.app();
    expect(await requestErrorOf(create(app.clientId, fields))).toEqual({ kind: "invalid_argument", reason: "INVALID" });
  });

  test("names the known event types once, for any number of unknown ones", async () => {
    const { clientId } = await world.app();
    const eventTypes = Array.from({ length: 5_000 }, (_, at) => `unknown.${at}`);
    const error = await create(clientId, { eventTypes }).catch((failure: RequestError) => failure);
    const description = expect.stringContaining("app.approved");
    expect(error).toMatchObject({ reason: "INVALID", violations: [{ field: "event_types", description }] });
  });

  test.each([
    { url: "https://10.0.0.1/hooks" },
    { url: "https://169.254.169.254/latest" },
    { url: "https://192.168.1.1:8443/" },
    { url: "https://[fe80::1]/" },
    { url: "https://[::1]/" },
    { url: "https://[::ffff:10.0.0.1]/" },
    { url: "https://[64:ff9b::a00:1]/" },
    { url: "https://167772161/" },
  ])("refuses $url, which is not public, with one error of its own", async ({ url }) => {
    const { clientId } = await world.app();
    const error = await create(clientId, { url }).catch((failure: RequestError) => failure);
    expect(error).toMatchObject({ reason: "INVALID", violations: [{ field: "url", reason: "ADDRESS_NOT_PUBLIC" }] });
  });

  test.each([{ url: "https://1.1.1.1/hooks" }, { url: "https://[2606:4700::1111]/" }])(
    "accepts $url",
    async ({ url }) => {
      const { clientId } = await world.app();
      expect((await create(clientId, { url })).endpoint.url).toBe(url);
    },
  );

  test("accepts http on loopback only if the setting allows it", async () => {
    const app = await world.app();
    const url = "http://127.0.0.1:8080/hooks";
    expect((await create(app.clientId, { url }, keyCall(), true)).endpoint.url).toBe(url);
  });

  test("limits the endpoints of an app, also for concurrent calls", async () => {
    const app = await world.app();
    for (let count = 0; count < 18; count++) await addEndpoint(world, app.clientId);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => create(app.clientId)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });
});
