import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { smallLogo } from "../../components/app-card.ts";
import { type Html, html } from "../../components/html.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import { type Column, listTable, pathWith } from "../../components/list.ts";
import { countText } from "../../components/list-filter.ts";
import { lastUseOf } from "../../components/since-connected.ts";
import type { PageContext } from "../../router/page-router.ts";
import { PATH } from "../installations/list-filter.ts";
import { stateCell } from "../installations/view.ts";

/** The newest installations that the page of a merchant shows. The list of installations has all. */
const SHOWN = 10;

export interface MerchantInstallations {
  newest: readonly Installation[];
  more: boolean;
}

export async function readNewest({ web, call }: PageContext, merchantId: string): Promise<MerchantInstallations> {
  const request = { merchantId, pageSize: SHOWN };
  const { installations, nextPageToken } = await web.clients.installations.listInstallations(request, call);
  return { newest: installations, more: nextPageToken !== "" };
}

/** The newest installations of a merchant, uninstalled ones included, with a link to the list of all. */
export function installationsSection(
  context: PageContext,
  merchantId: string,
  { newest, more }: MerchantInstallations,
): Html {
  const { merchants: texts, installations } = context.t.console;
  const rows = newest.map((row) => [
    html`<div class="app-cell">${smallLogo({ ...row, name: row.appName })}<div><a class="short" href="${`${PATH}/${row.installationId}`}" title="${row.appName}" dir="auto"><strong>${row.appName}</strong></a></div></div>`,
    stateCell(context, row),
    recordedTime(context, lastUseOf(row), installations.never),
  ]);
  const columns = [
    installations.appColumn,
    { label: installations.state, phone: "corner" },
    installations.lastUsed,
  ] satisfies Column[];
  const count =
    newest.length > 0 && html` <span class="list-count">${countText(context.language, newest.length, more)}</span>`;
  const all = pathWith(PATH, { merchant: merchantId });
  return html`<section class="card" aria-labelledby="installations"><h2 id="installations">${texts.installations}${count}</h2>
${listTable({ caption: texts.installations, columns, rows, none: texts.installationsNone, sortable: !more })}
${more && html`<p class="list-more"><a href="${all}">${texts.installationsAll}</a></p>`}</section>`;
}
