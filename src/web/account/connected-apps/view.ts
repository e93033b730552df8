import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { mayChange } from "../../components/installation/merchant-access.ts";
import { isPending } from "../../components/installation/pending.ts";
import { emptyState } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { TrailFrame } from "../../components/trail.ts";
import type { Frame } from "../../layout/frame.ts";
import { appList } from "./list-view.ts";
import { type ConnectedAppsView, isCompact } from "./read.ts";
import { accessNotices } from "./reasons-view.ts";
import { appRow, isEnded, mayPause, pastRow } from "./row-view.ts";

/** The page: installed apps, then apps whose install was not completed, then uninstalled apps. */
export function connectedAppsPage(frame: Frame & TrailFrame, view: ConnectedAppsView): Html {
  const { connected } = frame.t;
  const { merchant, installations } = view;
  const waiting = installations.filter(isPending);
  const past = installations.filter((one) => isEnded(one) && !isPending(one));
  const present = installations.filter((one) => !isEnded(one));
  if (isCompact(view)) {
    const lead = leadOf(frame, view);
    return html`<article>${pageHeader(frame, { title: connected.title, lead })}${accessNotices(frame, view)}${appList(frame, view)}</article>`;
  }
  return html`<article>
${pageHeader(frame, { title: connected.title, lead: present.length > 0 && leadOf(frame, view) })}
${accessNotices(frame, view)}
${present.length === 0 && html`<section class="card">${emptyState({ icon: "plug", title: connected.none(merchant.merchantName), text: connected.noneHint })}</section>`}
${present.length > 0 && html`<ul class="apps">${present.map((one) => appRow(frame, view, one))}</ul>`}
${waiting.length > 0 && section(frame, view, { id: "waiting", title: connected.waitingTitle, hint: "", all: waiting })}
${past.length > 0 && section(frame, view, { id: "past", title: connected.past, hint: connected.pastHint, all: past })}
</article>`;
}

/** Names only the actions that the page offers. */
function leadOf(frame: Frame, view: ConnectedAppsView): string {
  const { merchant, installations } = view;
  const { lead, leadList, leadMember, leadStopped } = frame.t.connected;
  if (!mayChange(merchant)) return leadMember(merchant.merchantName);
  if (isCompact(view)) return leadList(merchant.merchantName);
  return (installations.some(mayPause) ? lead : leadStopped)(merchant.merchantName);
}

interface AppSection {
  id: string;
  title: string;
  hint: string;
  all: readonly Installation[];
}

function section(frame: Frame, view: ConnectedAppsView, { id, title, hint, all }: AppSection): Html {
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${hint && html`<p class="muted">${hint}</p>`}
<ul class="rows apps">${all.map((one) => pastRow(frame, view, one))}</ul></section>`;
}
