import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { withDay } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { attentionPath } from "../own-app.ts";
import { replacementOf, unfinishedRotation } from "../secrets/rotation.ts";

interface Tasks {
  app: App;
  /** 0 if the next step itself is about these installations. */
  needsAttention: number;
}

/** The other tasks of the developer beside the next step, each with a link to its place; null if there are none. */
export function alsoSection(context: PageContext, { app, needsAttention }: Tasks): Html | null {
  const { also } = context.t.portal.app;
  const tasks = [
    rotation(context, app),
    needsAttention > 0 && item(attentionPath(app), also.attention(needsAttention), also.why),
  ];
  if (!tasks.some(Boolean)) return null;
  return html`<div class="also-tasks"><h3>${also.title}</h3><ul class="also">${tasks}</ul></div>`;
}

function rotation(context: PageContext, app: App): Html | null {
  const found = app.state === AppState.ARCHIVED ? null : unfinishedRotation(app);
  if (found === null) return null;
  const { ending, replacement } = found;
  const { also } = context.t.portal.app;
  const label = replacement === undefined ? context.t.portal.secrets.add : also.switch(replacement.hint);
  const isUsed = replacementOf(app, ending) !== undefined;
  const why = withDay(context, ending.endsAt, (day) => (isUsed ? also.stillUsed : also.ends)(ending.hint, day));
  return item("#secrets", label, isUsed ? html`${icon("warning")} ${why}` : why);
}

function item(href: string, label: string, why: HtmlValue): Html {
  return html`<li><a href="${href}">${label}</a> <small class="muted">${why}</small></li>`;
}
