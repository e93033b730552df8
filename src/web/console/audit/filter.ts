import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ListAuditEventsRequestSchema } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import type { FieldError } from "../../components/form.ts";
import { startOfDay } from "../../http/day.ts";
import type { PageContext } from "../../router/page-router.ts";
import { searchAccount, searchApp, searchMerchant } from "../search.ts";
import { filterText, idOf, type SearchFilter } from "../search-filter.ts";

/** The filters of the audit trail. Empty texts are no filter. */
export interface AuditFilter {
  /** The filters by person, app and merchant. */
  found: readonly SearchFilter[];
  /** `actor`: only events in which the person acted. Empty: also events that affect the person. */
  part: string;
  installation: string;
  action: string;
  /** The period up to now; `custom` shows the fields of the days. Empty if a day is set. */
  range: "" | Range | "custom";
  /** The first and the last day as typed, in UTC and in the format of `<input type="date">`. */
  from: string;
  to: string;
}

/** The hours of each period up to now. */
export const RANGES = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } as const;
export type Range = keyof typeof RANGES;

/** Reads the filters from the query and resolves the names in them. */
export async function readFilter(context: PageContext): Promise<AuditFilter> {
  const one = (name: string) => (context.query.one(name) ?? "").trim();
  const [from, to] = [one("from"), one("to")];
  const ranges = ["24h", "7d", "30d", "custom"] as const;
  const range = from === "" && to === "" ? ranges.find((name) => name === one("range")) : undefined;
  return {
    found: await findSubjects(context, one),
    part: one("part") === "actor" ? "actor" : "",
    installation: one("installation"),
    action: one("action"),
    range: range ?? "",
    from,
    to,
  };
}

async function findSubjects(context: PageContext, one: (name: string) => string): Promise<SearchFilter[]> {
  const { audit, installations } = context.t.console;
  const [account, app, merchant] = await Promise.all([
    searchAccount(context, one("account")),
    searchApp(context, one("app")),
    searchMerchant(context, one("merchant")),
  ]);
  return [
    { name: "account", label: audit.account, noun: audit.person, match: account },
    { name: "app", label: audit.app, noun: installations.appColumn, match: app },
    { name: "merchant", label: audit.merchant, noun: installations.merchantColumn, match: goneOr(merchant) },
  ];
}

/** Searches for an unknown merchant id as it is, because audit events outlive merchants. */
function goneOr(match: SearchFilter["match"]): SearchFilter["match"] {
  return match.kind === "none" ? { kind: "one", id: match.typed, name: "", typed: match.typed } : match;
}

/** The errors of the days. With errors, the filter matches no events. */
export function dayErrors({ t }: Pick<PageContext, "t">, { from, to }: Pick<AuditFilter, "from" | "to">): FieldError[] {
  const { audit } = t.console;
  const days = { from, to };
  const unknown = (["from", "to"] as const).filter((field) => days[field] !== "" && startOfDay(days[field]) === null);
  if (unknown.length > 0)
    return unknown.map((field) => ({ field, label: audit[field], text: audit.dayErrors.unknown }));
  if (from === "" || to === "" || from <= to) return [];
  return [{ field: "from", label: audit.from, text: audit.dayErrors.order }];
}

/** The query parameters of a filter. */
export function queryOf({ found, ...rest }: AuditFilter): Record<string, string> {
  return { ...Object.fromEntries(found.map(({ name, match }) => [name, filterText(match)])), ...rest };
}

/** The request for a filter, without the fields for its page. */
export function requestOf(filter: AuditFilter): MessageInitShape<typeof ListAuditEventsRequestSchema> {
  const [accountId, clientId, merchantId] = filter.found.map(({ match }) => idOf(match));
  const { part, installation: installationId, action } = filter;
  const [doneFrom, doneBefore] = [sinceOf(filter) ?? startOf(filter.from, 0), startOf(filter.to, 1)];
  return {
    ...(part === "actor" ? { actorAccountId: accountId } : { accountId }),
    clientId,
    merchantId,
    installationId,
    action,
    ...(doneFrom && { doneFrom }),
    ...(doneBefore && { doneBefore }),
  };
}

/** The start of the period up to now; null if there is none. */
function sinceOf({ range }: AuditFilter): Timestamp | null {
  return range === "" || range === "custom" ? null : timestampFromMs(Date.now() - RANGES[range] * HOUR_MS);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The start of a day in UTC, plus a number of days; null if `day` is empty. */
function startOf(day: string, later: number): Timestamp | null {
  const start = startOfDay(day);
  return start === null ? null : timestampFromMs(start + later * DAY_MS);
}
