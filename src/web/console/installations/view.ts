import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { merchantPath } from "../paths.ts";
import { filterText, type SearchFilter } from "../search-filter.ts";

export const PATH = "/console/installations";

const STATES = [
  InstallationState.ACTIVE,
  InstallationState.SUSPENDED,
  InstallationState.PENDING,
  InstallationState.UNINSTALLED,
] as const;

export function inputsOf({ t }: PageContext, fields: readonly SearchFilter[], state: string): Html[] {
  const { installations: texts } = t.console;
  const { states, list } = t;
  const options = STATES.map((value) => wordOf(InstallationState, value)).map((value) => ({
    value,
    label: states[value as keyof typeof states],
  }));
  return [
    ...fields.map(({ name, label, match }) => inputField({ name, label, value: filterText(match), optional: true })),
    selectField({
      name: "state",
      label: texts.state,
      options: [{ value: "", label: list.all }, ...options],
      value: state,
      optional: true,
    }),
  ];
}

export function rowOf(context: PageContext, row: Installation) {
  const { installations: texts } = context.t.console;
  const href = `${PATH}/${row.installationId}`;
  return [
    html`<a href="${`/console/apps/${row.clientId}`}" dir="auto"><strong>${row.appName}</strong></a>`,
    html`<a href="${merchantPath(row.merchantId)}" dir="auto">${row.merchantName}</a> ${row.test && badge("plain", texts.test)}`,
    installationBadges(context, row),
    formatTimestamp(context, row.connectedAt, texts.never),
    formatTimestamp(context, sinceConnected(row, row.lastUsedAt), texts.never),
    html`<a href="${href}" aria-label="${texts.openOf(row.appName, row.merchantName)}">${texts.open}</a>`,
  ];
}
