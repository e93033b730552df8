import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { heading } from "../heading.ts";
import { type EndpointName, pathOf } from "../pages.ts";
import { statusBadge } from "../status-badge.ts";
import { errorCodesOf } from "./error-codes.ts";
import type { Endpoint } from "./openapi.ts";
import { translated } from "./texts.ts";

/** The minimum number of paths with a status for its description on the index. */
const SHARED_MIN = 3;

export interface TitledText {
  title: Html;
  text: Html;
}

interface Status {
  status: string;
  text: string;
}

const isFailure = ({ status }: Status) => status >= "400";

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

/** The status of a request that succeeded. */
export function successOf({ statuses }: Endpoint): Status {
  return statuses.find((one) => !isFailure(one))!;
}

interface EndpointIn {
  name: EndpointName;
  endpoint: Endpoint;
  /** All operations of the document. */
  endpoints: readonly Endpoint[];
}

/** The last section of the page of an endpoint: its own statuses of failures, and links to those that the index describes. */
export function failuresOfEndpoint(t: Messages, { name, endpoint, endpoints }: EndpointIn): TitledText {
  const { endpointFails, browserFails, failsTitle, sharedHere } = t.docs.reference;
  const text = endpoint.operation === "authorize" ? browserFails : endpointFails;
  const shared = sharedStatuses(endpoints);
  // The codes of status 400 differ between the endpoints.
  const isShared = (one: Status) => one.status !== "400" && shared.some(({ text }) => text === one.text);
  const all = statusesAt(endpoint.path, endpoints).filter(isFailure);
  const statuses = all.filter((one) => !isShared(one));
  const title = failsTitle(t.docs.pages[`endpoints/${name}`].title);
  const own = failures(t, { title, text, statuses, endpoints: [endpoint], linked: false });
  const links = all
    .filter(isShared)
    .map(({ status }) => html`<a href="${`${pathOf("endpoints")}#status-${status}`}">${statusBadge(status)}</a> `);
  if (links.length === 0) return own;
  return { title: own.title, text: html`${own.text}<p class="endpoint-shared">${prose(sharedHere)} ${links}</p>` };
}

/** The statuses with 401, whose text differs between the endpoints. */
function withUnauthorized(t: Messages, statuses: readonly Status[]): Status[] {
  const all = [...statuses, { status: "401", text: t.docs.reference.unauthorized }];
  return all.sort((a, b) => a.status.localeCompare(b.status));
}

/** The last section of the index: the failures that several endpoints share. */
export function sharedFailures(t: Messages, endpoints: readonly Endpoint[]): Html {
  const { title, text } = failures(t, {
    title: t.docs.reference.sharedFailsTitle,
    text: t.docs.reference.sharedFails,
    statuses: withUnauthorized(t, sharedStatuses(endpoints)),
    endpoints,
    linked: true,
  });
  return html`${title}${text}`;
}

interface Section {
  title: string;
  text: string;
  statuses: readonly Status[];
  /** The endpoints that have the statuses. */
  endpoints: readonly Endpoint[];
  /** Gives each status an id to link to. */
  linked: boolean;
}

function failures(t: Messages, { title, text, statuses, endpoints, linked }: Section): TitledText {
  const { statusColumns: columns } = t.docs.reference;
  const rows = statuses.map(({ status, text: meaning }) => {
    const shown = statusBadge(status);
    const codes = errorCodesOf(status, endpoints).map(
      (code) => html`<a href="${`${pathOf("errors")}#${code}`}"><code>${code}</code></a> `,
    );
    const about = html`${translated(t, meaning)}${codes.length > 0 && html`<p class="endpoint-codes">${codes}</p>`}`;
    return [linked ? html`<span id="${`status-${status}`}">${shown}</span>` : shown, about];
  });
  const table = listTable({ caption: title, columns, rows, none: "" });
  return {
    title: heading("fails", title),
    text: html`<p>${prose(text)}</p>${rows.length > 0 && html`<div class="endpoint-statuses">${table}</div>`}`,
  };
}
