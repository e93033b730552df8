import { MERCHANT_ID } from "../reference/examples.ts";

const TIMESTAMP = "2026-11-22T23:00:05.123456Z";
const INSTALLATION_ID = "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e";
const FEWER = ["orders:read"];
const MORE = ["orders:read", "orders:write"];

/** The events in the life of an installation: the last part of their ids, and the scopes after each. */
const OF_INSTALLATION: Readonly<Record<string, readonly [id: string, scopes: readonly string[]]>> = {
  "installation.created": ["2b10", FEWER],
  "installation.scopes_changed": ["2b11", MORE],
  "installation.suspended": ["2b12", MORE],
  "installation.resumed": ["2b13", MORE],
  "refresh_token.reuse_detected": ["2b14", MORE],
  "installation.uninstalled": ["2b15", MORE],
};

/** The endpoint or the secret that an event is about. */
const SUBJECTS: Readonly<Record<string, object>> = {
  "webhook.disabled": { endpoint_id: "01a20631-5c2e-7d10-b6a1-9f0c8e7d2a44" },
  "client_secret.expiring": { secret_id: "01a20630-11aa-7b3c-92e4-6d5f0a1b2c33" },
};

const idEndingIn = (end: string) => `019af0c2-7d5e-7f11-9a4b-0d8f4f3f${end}`;

/** The body of the request for an event of a type. Fields without a value are null, as in the service's requests. */
export function eventPayload(type: string) {
  if (type === "webhook.test") return { type, timestamp: TIMESTAMP, data: {} };
  const [end, scopes] = OF_INSTALLATION[type] ?? ["2c01", null];
  const ofInstallation = scopes !== null;
  return {
    type,
    timestamp: TIMESTAMP,
    data: {
      event_id: idEndingIn(end),
      sequence: ofInstallation ? Object.keys(OF_INSTALLATION).indexOf(type) + 1 : null,
      client_id: "YOUR_CLIENT_ID",
      merchant_id: ofInstallation ? MERCHANT_ID : null,
      installation_id: ofInstallation ? INSTALLATION_ID : null,
      installation_version: ofInstallation ? 1 : null,
      scopes,
      endpoint_id: null,
      secret_id: null,
      ...SUBJECTS[type],
    },
  };
}

/** The body of an event as readable JSON. Lists of scopes stay on one line. */
export function eventBody(type: string): string {
  const text = JSON.stringify(eventPayload(type), null, 2);
  return text.replaceAll(/\[\s+([^\]]*?)\s+\]/g, (_, list: string) => `[${list.replaceAll(/\s+/g, " ")}]`);
}

/** A request to a webhook endpoint. */
export const EVENT_REQUEST = [
  "POST /hooks HTTP/1.1",
  "content-type: application/json",
  `webhook-id: ${idEndingIn("2b10")}`,
  "webhook-timestamp: 1795388406",
  "webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  "",
  eventBody("installation.created"),
].join("\n");
