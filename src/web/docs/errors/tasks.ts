import type { BearerCode, OAuthCode } from "../../../oauth/errors.ts";

/** The tasks of a developer after an error, in the order of the index. */
export const TASKS = ["fix", "merchant", "again", "support"] as const;

export type Task = (typeof TASKS)[number];

/** The first task after each code. */
export const TASK_OF: Readonly<Record<OAuthCode | BearerCode, Task>> = {
  invalid_request: "fix",
  invalid_client: "fix",
  unsupported_grant_type: "fix",
  unsupported_response_type: "fix",
  invalid_scope: "fix",
  request_not_supported: "fix",
  request_uri_not_supported: "fix",
  invalid_grant: "merchant",
  access_denied: "merchant",
  unauthorized_client: "merchant",
  insufficient_scope: "merchant",
  temporarily_unavailable: "again",
  invalid_token: "again",
  server_error: "support",
};
