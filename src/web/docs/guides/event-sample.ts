const ID = "019af0c2-7d5e-7f11-9a4b-0d8f4f3f2b10";

const EVENT = {
  type: "installation.created",
  timestamp: "2026-11-22T23:00:05.123456Z",
  data: {
    event_id: ID,
    sequence: 1,
    client_id: "YOUR_CLIENT_ID",
    merchant_id: "harbour-coffee",
    installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
    installation_version: 1,
    scopes: ["orders:read"],
    endpoint_id: null,
    secret_id: null,
  },
};

/** A request to a webhook endpoint. */
export const EVENT_REQUEST = [
  "POST /hooks HTTP/1.1",
  "content-type: application/json",
  `webhook-id: ${ID}`,
  "webhook-timestamp: 1795388406",
  "webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  "",
  JSON.stringify(EVENT, null, 2),
].join("\n");
