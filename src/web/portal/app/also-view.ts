import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { WebhookEndpoint } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { linkButton } from "../../components/page-header.ts";
import { withDay } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isFailing } from "../../webhooks/names.ts";
import { hostAndPath } from "../../webhooks/place.ts";
import { attentionPath, pathOf } from "../own-app.ts";
import { unfinishedRotation } from "../secrets/rotation.ts";
import { usesEndingSecret } from "../urgency.ts";

interface Tasks {
  app: App;
  endpoints: readonly WebhookEndpoint[];
  /** 0 if the next step itself is about these installations. */
  needsAttention: number;
}

interface Task {
  href: string;
  label: string;
  why: HtmlValue;
  /** The button to the place of the task. */
  act: string;
}

/** The other tasks of the developer beside the next step, each with a link to its place. */
export function otherTasks(context: PageContext, { app, endpoints, needsAttention }: Tasks) {
  const { also, openUrgent } = context.t.portal.app;
  if (app.state === AppState.ARCHIVED) return { urgent: [], later: [] };
  const rotated = rotation(context, app);
  const isUrgent = usesEndingSecret(app);
  const attention = {
    href: attentionPath(app),
    label: also.attention(needsAttention),
    why: warning(also.why),
    act: openUrgent,
  };
  const urgent = [
    ...(needsAttention > 0 ? [attention] : []),
    ...endpoints.filter(isFailing).map((endpoint) => failingEndpoint(context, app, endpoint)),
    ...(isUrgent && rotated !== null ? [rotated] : []),
  ];
  return { urgent, later: isUrgent || rotated === null ? [] : [rotated] };
}

/** A titled list of tasks; null without tasks. */
export function taskList(title: string, tasks: readonly Task[], button: Html | null = null): Html | null {
  if (tasks.length === 0) return null;
  const items = tasks.map(
    ({ href, label, why }) => html`<li><a href="${href}">${label}</a> <small class="muted">${why}</small></li>`,
  );
  return html`<div class="also-tasks"><h3>${title}</h3><ul class="also">${items}</ul>${button}</div>`;
}

/** The tasks that come before the next step. The button of the first one is the primary button of the page. */
export function firstTasks({ t }: PageContext, tasks: readonly Task[]): Html | null {
  const [first] = tasks;
  if (first === undefined) return null;
  return taskList(
    t.portal.app.also.urgent,
    tasks,
    html`<div class="buttons">${linkButton(first.href, first.act)}</div>`,
  );
}

function failingEndpoint(context: PageContext, app: App, { endpointId, url, ...endpoint }: WebhookEndpoint): Task {
  const { also } = context.t.portal.app;
  const { failingSince, disabledAt } = endpoint;
  const [why, since] = disabledAt === undefined ? [also.failing, failingSince] : [also.disabled, disabledAt];
  const href = `${pathOf(app)}/webhooks/${endpointId}`;
  return {
    href,
    label: also.endpoint(hostAndPath(url)),
    why: warning(withDay(context, since, why)),
    act: also.openEndpoint,
  };
}

function rotation(context: PageContext, app: App): Task | null {
  const found = unfinishedRotation(app);
  if (found === null) return null;
  const { ending, replacement } = found;
  const { also } = context.t.portal.app;
  const label = replacement === undefined ? context.t.portal.secrets.add : also.switch(replacement.hint);
  const isUsed = usesEndingSecret(app);
  const why = withDay(context, ending.endsAt, (day) => (isUsed ? also.stillUsed : also.ends)(ending.hint, day));
  return { href: "#secrets", label, why: isUsed ? warning(why) : why, act: context.t.portal.apps.tasks.secret.act };
}

function warning(text: HtmlValue): Html {
  return html`${icon("warning")} ${text}`;
}
