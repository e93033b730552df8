import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { momentOf } from "../../components/timestamp.ts";
import type { ConsoleVisit } from "../context.ts";
import { merchantPath } from "../paths.ts";
import { type SoughtField, shownIn } from "../search-filter.ts";

export const PATH = "/console/installations";

const STATES = [
  InstallationState.ACTIVE,
  InstallationState.SUSPENDED,
  InstallationState.PENDING,
  InstallationState.UNINSTALLED,
] as const;

export function inputsOf({ t }: ConsoleVisit, fields: readonly SoughtField[], state: string): Html[] {
  const { installations: texts } = t.console;
  const { states, list } = t;
  const options = STATES.map((value) => wordOf(InstallationState, value)).map((value) => ({
    value,
    label: states[value as keyof typeof states],
  }));
  return [
    ...fields.map(({ name, label, sought }) => inputField({ name, label, value: shownIn(sought), optional: true })),
    selectField({
      name: "state",
      label: texts.state,
      options: [{ value: "", label: list.all }, ...options],
      value: state,
      optional: true,
    }),
  ];
}

export function rowOf(visit: ConsoleVisit, row: Installation) {
  const { installations: texts } = visit.t.console;
  const href = `${PATH}/${row.installationId}`;
  return [
    html`<a href="${`/console/apps/${row.clientId}`}" dir="auto"><strong>${row.appName}</strong></a>`,
    html`<a href="${merchantPath(row.merchantId)}" dir="auto">${row.merchantName}</a> ${row.test && badge("plain", texts.test)}`,
    installationBadges(visit, row),
    momentOf(visit, row.connectedAt, texts.never),
    momentOf(visit, sinceConnected(row, row.lastUsedAt), texts.never),
    html`<a href="${href}" aria-label="${texts.openOf(row.appName, row.merchantName)}">${texts.open}</a>`,
  ];
}
