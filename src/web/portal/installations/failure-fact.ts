import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { type HtmlValue, html } from "../../components/html.ts";
import type { FailureName } from "../../components/installation/causes.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import { lastFailureOf, type Verdict } from "../../components/installation/verdict.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The error codes of refused refreshes. @see src/oauth/errors.ts */
export const CODES: Readonly<Partial<Record<FailureName, string>>> = {
  credentials: "invalid_client",
  expired: "invalid_grant",
  reused: "invalid_grant",
  ended: "invalid_grant",
  suspended: "unauthorized_client",
  scope: "invalid_scope",
};

/** The error code that the app got at its last refresh, and when; empty if this is not the problem of the installation. */
export function failureFacts(
  context: PageContext,
  one: Installation,
  verdict: Verdict,
): (readonly [string, HtmlValue])[] {
  const failed = lastFailureOf(one);
  const code = failed === null ? undefined : CODES[failed.name];
  if (failed === null || code === undefined || verdict.kind !== "needs_attention") return [];
  const link = html`<a href="${`/docs/errors#${code}`}"><code>${code}</code></a>`;
  return [[context.t.portal.installations.lastAnswer, html`${link}, ${recordedTime(context, failed.at)}`]];
}
