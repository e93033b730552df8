import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import type { AuditAction } from "../../../model/audit-action.ts";
import { type Html, html } from "../../components/html.ts";
import { type IconName, icon } from "../../components/icon.ts";
import { letterTile } from "../../components/letter-tile.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type ActionGroup, groupOf, isAction } from "./action-groups.ts";

const ICONS: Record<ActionGroup, IconName> = {
  account: "person",
  app: "apps",
  brand: "drop",
  consent: "check",
  feed: "repeat",
  install: "link",
  installation: "plug",
  invitation: "mail",
  membership: "people",
  merchant: "store",
  platform: "flag",
  review: "inbox",
  scope: "shield",
  secret: "lock",
  service_key: "key",
  session: "monitor",
  team: "people",
  template: "book",
  token: "terminal",
  webhook: "zap",
};

type Mark = "warn" | "bad";

/** `bad`: something was blocked, or a token was probably stolen. `warn`: a step failed, or a step lowers the security of an account. */
const MARKS: Partial<Record<AuditAction, Mark>> = {
  "account.lock_out": "bad",
  "account.suspend": "bad",
  "app.archive": "bad",
  "app.reject": "bad",
  "app.suspend": "bad",
  "merchant.close": "bad",
  "merchant.suspend": "bad",
  "token.code_replay": "bad",
  "token.reuse": "bad",
  "token.revoke_before": "bad",
  "account.close": "warn",
  "account.create_reset_link": "warn",
  "account.remove_second_factor": "warn",
  "account.reset_second_factor": "warn",
  "account.roles": "warn",
  "account.set_roles": "warn",
  "consent.deny": "warn",
  "feed.new_epoch": "warn",
  "installation.remove_scopes": "warn",
  "installation.suspend": "warn",
  "installation.uninstall": "warn",
  "secret.retire": "warn",
  "service_key.create": "warn",
  "service_key.revoke": "warn",
  "session.refuse": "warn",
  "token.late_parent": "warn",
  "token.retry_elsewhere": "warn",
  "webhook.disable": "warn",
};

/** The icon of an event's category, in amber or red for an event that needs attention. */
export function eventIcon({ t }: Pick<PageContext, "t">, { action }: AuditEvent, byPlatform: boolean): Html {
  if (!isAction(action)) return html`<span class="event-icon">${icon("audit")}</span>`;
  const { groups, marks } = t.console.audit;
  const mark = action === "installation.suspend" && byPlatform ? "bad" : MARKS[action];
  const group = groupOf(action);
  const shown = icon(ICONS[group]);
  if (mark === undefined) return html`<span class="event-icon" title="${groups[group]}">${shown}</span>`;
  const text = marks[mark];
  return html`<span class="${`event-icon event-icon-${mark}`}" title="${`${groups[group]} · ${text}`}">${shown}<span class="sr">${text}: </span></span>`;
}

/** The initial of the account or app that acted, or the icon of a service key or of the service. */
export function actorTile(event: AuditEvent): Html {
  const { actorAccountId, actorAccountName, actorAccountEmail, actorClientId, actorClientName, serviceKeyId } = event;
  if (actorAccountId !== "") return letterTile(actorAccountName || actorAccountEmail, "person");
  if (actorClientId !== "") return letterTile(actorClientName || actorClientId, "app-small");
  return html`<span class="avatar" aria-hidden="true">${icon(serviceKeyId === "" ? "repeat" : "key")}</span>`;
}
