import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import type { IconName } from "../../components/icon.ts";
import { type Task, taskCard } from "../../components/platform/tasks.ts";
import { withDay } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { attentionPath, pathOf } from "../own-app.ts";
import { unfinishedRotation } from "../secrets/rotation.ts";
import { type Problems, type Urgency, urgenciesOf } from "../urgency.ts";

/** The most tasks that the card names; the list below has the others. */
const SHOWN = 5;

const ICONS: Readonly<Record<Urgency, IconName>> = {
  suspended: "stop",
  webhooks: "zap",
  changes_requested: "inbox",
  rejected: "inbox",
  secret: "key",
  attention: "store",
};
const BAD: readonly Urgency[] = ["suspended", "webhooks"];

/** The urgent tasks of the listed apps, before the ordinary steps in the list; null if there are none. */
export function urgentTasks(context: PageContext, apps: readonly App[], problems: ReadonlyMap<string, Problems>) {
  const all = apps.flatMap((app) => {
    const found = problems.get(app.clientId) ?? NO_PROBLEMS;
    return urgenciesOf(app, found).map((urgency) => taskOf(context, app, { urgency, ...found }));
  });
  const [bad, others] = [all.filter(({ tone }) => tone === "bad"), all.filter(({ tone }) => tone !== "bad")];
  return all.length === 0 ? null : taskCard(context, [...bad, ...others].slice(0, SHOWN), { count: all.length });
}

export const NO_PROBLEMS: Problems = { needsAttention: 0, failingEndpoints: 0 };

interface Found extends Problems {
  urgency: Urgency;
}

function taskOf(context: PageContext, app: App, { urgency, needsAttention, failingEndpoints }: Found): Task {
  const { t, platformName } = context;
  const { tasks } = t.portal.apps;
  const name = app.profile?.name || t.app.unnamed;
  const places: Readonly<Partial<Record<Urgency, string>>> = {
    webhooks: `${pathOf(app)}/webhooks`,
    secret: `${pathOf(app)}#secrets`,
    attention: attentionPath(app),
  };
  const { label, more, act } = {
    ...{ suspended: tasks.suspended(platformName), changes_requested: tasks.changesRequested(platformName) },
    ...{ rejected: tasks.rejected, secret: { ...tasks.secret, more: secretEnd(context, app) } },
    ...{ webhooks: tasks.webhooks(failingEndpoints), attention: tasks.attention(needsAttention) },
  }[urgency];
  const href = places[urgency] ?? pathOf(app);
  return { icon: ICONS[urgency], href, label: label(name), more, act, ...(BAD.includes(urgency) && { tone: "bad" }) };
}

function secretEnd(context: PageContext, app: App): Html | string {
  const rotation = unfinishedRotation(app);
  const { ends } = context.t.portal.app.also;
  if (rotation === null) return "";
  const { hint, endsAt } = rotation.ending;
  return html`${withDay(context, endsAt, (day) => ends(hint, day))}`;
}
