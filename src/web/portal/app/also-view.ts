import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { WebhookEndpoint } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { withDay } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isFailing } from "../../webhooks/names.ts";
import { hostOf } from "../../webhooks/place.ts";
import { attentionPath, pathOf } from "../own-app.ts";
import { unfinishedRotation } from "../secrets/rotation.ts";
import { usesEndingSecret } from "../urgency.ts";

interface Tasks {
  app: App;
  endpoints: readonly WebhookEndpoint[];
  /** 0 if the next step itself is about these installations. */
  needsAttention: number;
}

/** The other tasks of the developer beside the next step, each with a link to its place. */
export function otherTasks(context: PageContext, { app, endpoints, needsAttention }: Tasks) {
  const { also } = context.t.portal.app;
  if (app.state === AppState.ARCHIVED) return { urgent: [], later: [] };
  const rotated = rotation(context, app);
  const isUrgent = usesEndingSecret(app);
  const urgent = [
    needsAttention > 0 && item(attentionPath(app), also.attention(needsAttention), warning(also.why)),
    ...endpoints.filter(isFailing).map((endpoint) => failingEndpoint(context, app, endpoint)),
    isUrgent && rotated,
  ].filter((task) => task !== false && task !== null);
  return { urgent, later: isUrgent || rotated === null ? [] : [rotated] };
}

/** A titled list of tasks; null without tasks. */
export function taskList(title: string, tasks: readonly Html[]): Html | null {
  return tasks.length === 0
    ? null
    : html`<div class="also-tasks"><h3>${title}</h3><ul class="also">${tasks}</ul></div>`;
}

function failingEndpoint(context: PageContext, app: App, { endpointId, url, ...endpoint }: WebhookEndpoint): Html {
  const { also } = context.t.portal.app;
  const { failingSince, disabledAt } = endpoint;
  const [why, since] = disabledAt === undefined ? [also.failing, failingSince] : [also.disabled, disabledAt];
  const href = `${pathOf(app)}/webhooks/${endpointId}`;
  return item(href, also.endpoint(hostOf(url)), warning(withDay(context, since, why)));
}

function rotation(context: PageContext, app: App): Html | null {
  const found = unfinishedRotation(app);
  if (found === null) return null;
  const { ending, replacement } = found;
  const { also } = context.t.portal.app;
  const label = replacement === undefined ? context.t.portal.secrets.add : also.switch(replacement.hint);
  const isUsed = usesEndingSecret(app);
  const why = withDay(context, ending.endsAt, (day) => (isUsed ? also.stillUsed : also.ends)(ending.hint, day));
  return item("#secrets", label, isUsed ? warning(why) : why);
}

function warning(text: HtmlValue): Html {
  return html`${icon("warning")} ${text}`;
}

function item(href: string, label: string, why: HtmlValue): Html {
  return html`<li><a href="${href}">${label}</a> <small class="muted">${why}</small></li>`;
}
