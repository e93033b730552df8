import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { sensitivityMark } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { blocksOf, codeName, failuresOf, prose } from "../blocks.ts";
import type { Guide } from "../content.ts";
import { heading } from "../heading.ts";
import { type DocPage, pathOf } from "../pages.ts";
import { eventFields } from "./event-fields.ts";
import { eventTypes } from "./event-types.ts";
import { fillBlocks, type SampleView } from "./samples/blocks.ts";
import { tokenLifecycle } from "./token-picture.ts";

interface More {
  /** The page whose samples have the values of an app, which the reader can choose; null for any other. */
  choice?: DocPage | null;
  /** A section before the first one. */
  start?: Html | null;
  /** A section before the last one. */
  section?: Html | null;
}

export function guidePage(
  t: Messages,
  { title, lead, blocks, fails }: Guide,
  view: SampleView,
  { choice = null, start = null, section = null }: More = {},
): Html {
  return html`<h1>${title}</h1>
<p class="lead">${prose(lead)}</p>
${choice && appChoice(t, { ...view, path: pathOf(choice) })}
${start}
${blocksOf(t, fillBlocks(t, blocks, view), view.language)}
${section}
${failuresOf(t, fails)}`;
}

/** The guide to scopes, with the catalogue of the platform; null if the core could not be read. */
export function scopesPage(t: Messages, view: SampleView, catalogue: readonly Scope[] | null): Html {
  const { scopes } = t.docs.guides;
  const { columns, catalogue: title, none, unavailable, meaning } = t.docs.scopes;
  const rows = (catalogue ?? []).map((scope) => [
    codeName(scope.name),
    html`<span dir="auto">${scope.title || scope.name}</span>${scope.description && html`<br><small dir="auto">${scope.description}</small>`}`,
    sensitivityOf(t, scope.sensitivity),
  ]);
  const table = listTable({ caption: title, columns, rows, none: catalogue === null ? unavailable : none });
  return guidePage(t, scopes, view, {
    choice: "scopes",
    section: html`${heading("catalogue", title)}${table}${blocksOf(t, meaning)}`,
  });
}

/** The guide to webhooks, with the types of the events. */
export function webhooksPage(t: Messages, view: SampleView): Html {
  return guidePage(t, t.docs.guides.webhooks, view, { section: html`${eventFields(t)}${eventTypes(t)}` });
}

/** The guide to tokens, which begins with the picture of their life. */
export function tokensPage(t: Messages, view: SampleView): Html {
  return guidePage(t, t.docs.guides.tokens, view, { start: tokenLifecycle(t) });
}

function sensitivityOf({ docs }: Messages, sensitivity: ScopeSensitivity): Html {
  const { sensitivities } = docs.scopes;
  if (sensitivity === ScopeSensitivity.RESTRICTED) return sensitivityMark(sensitivity, sensitivities.restricted);
  if (sensitivity === ScopeSensitivity.SENSITIVE) return sensitivityMark(sensitivity, sensitivities.sensitive);
  return sensitivityMark(sensitivity, sensitivities.normal);
}
