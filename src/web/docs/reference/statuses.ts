import { badge, type Tone } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { heading } from "../heading.ts";
import type { Endpoint } from "./openapi.ts";
import { translated } from "./texts.ts";

/** The minimum number of paths at which a status is described once for all of them. */
const SHARED_MIN = 3;

interface Status {
  status: string;
  text: string;
}

/** The statuses of all methods of a path, sorted. */
function statusesAt(path: string, endpoints: readonly Endpoint[]): Status[] {
  const all = endpoints.filter((one) => one.path === path).flatMap(({ statuses }) => statuses);
  return [...new Map(all.map((one) => [one.status, one])).values()].sort((a, b) => a.status.localeCompare(b.status));
}

/** The statuses that have the same meaning at several paths, sorted. */
export function sharedStatuses(endpoints: readonly Endpoint[]): Status[] {
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  const all = paths.flatMap((path) => statusesAt(path, endpoints));
  const isShared = ({ status, text }: Status) =>
    all.filter((one) => one.status === status && one.text === text).length >= SHARED_MIN;
  const shared = new Map(all.filter(isShared).map((one) => [one.status, one]));
  return [...shared.values()].sort((a, b) => a.status.localeCompare(b.status));
}

/** The statuses of an endpoint: its own with their meaning, then links to those that it shares with others. */
export function statusesOf(t: Messages, { path, summary }: Endpoint, endpoints: readonly Endpoint[]): Html {
  const { statuses: title, statusColumns, shared: sharedTitle } = t.docs.reference;
  const shared = sharedStatuses(endpoints);
  const isShared = ({ status, text }: Status) => shared.some((one) => one.status === status && one.text === text);
  const all = statusesAt(path, endpoints);
  const caption = `${title}: ${t.docs.reference.texts[summary] ?? summary}`;
  const own = tableOf(t, { caption, columns: statusColumns, statuses: all.filter((one) => !isShared(one)) });
  const links = all
    .filter(isShared)
    .map(({ status }) => html`<a href="${`#${idOf(status)}`}">${badge(toneOf(status), status)}</a> `);
  return html`<div class="endpoint-statuses"><h3>${title}</h3>${own}
${links.length > 0 && html`<p class="endpoint-shared">${sharedTitle} ${links}</p>`}</div>`;
}

/** The statuses that several endpoints share, with their meaning. */
export function failuresSection(t: Messages, endpoints: readonly Endpoint[]): Html {
  const { fails, failsText, statusColumns } = t.docs.reference;
  const table = tableOf(t, {
    caption: fails,
    columns: statusColumns,
    statuses: sharedStatuses(endpoints),
    linked: true,
  });
  return html`${heading("fails", fails)}<p>${prose(failsText)}</p><div class="endpoint-statuses">${table}</div>`;
}

interface Table {
  caption: string;
  columns: readonly string[];
  statuses: readonly Status[];
  /** Gives each status an id to link to. */
  linked?: boolean;
}

function tableOf(t: Messages, { caption, columns, statuses, linked = false }: Table): Html {
  const rows = statuses.map(({ status, text }) => {
    const shown = badge(toneOf(status), status);
    return [linked ? html`<span id="${idOf(status)}">${shown}</span>` : shown, translated(t, text)];
  });
  return listTable({ caption, columns, rows, none: "" });
}

const idOf = (status: string) => `status-${status}`;

/** Green: the request succeeded. Amber: the app must correct or repeat it. Red: an error of the service. */
function toneOf(status: string): Tone {
  if (status < "400") return "good";
  return status < "500" ? "warn" : "bad";
}
