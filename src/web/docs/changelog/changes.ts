/** The version of the service. A test compares it with package.json. */
export const SERVICE_VERSION = "0.1.0";

export type ChangeKind = "added" | "changed" | "fixed" | "security";

interface Change {
  /** The fragment of its address. */
  id: string;
  kind: ChangeKind;
}

/** The days with changes of the API that developers of apps must know, newest first. The texts are in the messages. */
export const CHANGES = [
  { day: "2026-11-24", changes: [{ id: "removed-scopes", kind: "changed" }] },
  {
    day: "2026-11-23",
    changes: [
      { id: "webhooks", kind: "added" },
      { id: "secret-and-endpoint-events", kind: "added" },
      { id: "codes-of-removed-members", kind: "security" },
    ],
  },
  {
    day: "2026-11-22",
    changes: [
      { id: "introspection-by-basic", kind: "added" },
      { id: "openapi", kind: "added" },
      { id: "scopes-at-refresh", kind: "changed" },
      { id: "unregistered-scope", kind: "changed" },
      { id: "late-retries", kind: "fixed" },
      { id: "authorize-in-a-document", kind: "security" },
    ],
  },
  { day: "2026-11-21", changes: [{ id: "uninstall-by-secret", kind: "security" }] },
  {
    day: "2026-11-20",
    changes: [
      { id: "first-endpoints", kind: "added" },
      { id: "tokens-of-test-merchants", kind: "added" },
    ],
  },
] as const satisfies readonly { day: string; changes: readonly Change[] }[];

export type ChangeId = (typeof CHANGES)[number]["changes"][number]["id"];

export type ChangeDay = (typeof CHANGES)[number]["day"];
