import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  InstallationHealth,
  InstallationState,
  type ListInstallationsRequestSchema,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { valueNamed } from "../../components/enum-names.ts";
import type { HealthFilter } from "../../components/installation/health-tabs.ts";
import type { PageContext } from "../../router/page-router.ts";
import { searchApp, searchMerchant } from "../search.ts";
import { filterText, idOf, type SearchFilter } from "../search-filter.ts";

export const PATH = "/console/installations";

const HEALTHS: readonly string[] = ["needs_attention", "expires_soon", "healthy", "stopped"];
/** No tab leads to the active ones, which have a tab for each health. */
const STATES: readonly string[] = ["active", "pending", "uninstalled"];

/** The filter of the list of installations. */
export interface InstallationListFilter {
  /** The filters by app and merchant. */
  found: readonly SearchFilter[];
  wanted: HealthFilter;
  /** The ids of the app and the merchant that were found; empty texts do not filter. */
  subject: { clientId: string; merchantId: string };
  /** The query parameters of the filter. */
  query: Record<"app" | "merchant" | "state" | "health", string>;
}

export async function readInstallationFilter(context: PageContext): Promise<InstallationListFilter> {
  const { installations: texts } = context.t.console;
  const one = (name: string) => (context.query.one(name) ?? "").trim();
  const [app, merchant] = await Promise.all([searchApp(context, one("app")), searchMerchant(context, one("merchant"))]);
  const wanted = readHealthFilter(one("state"), one("health"));
  return {
    found: [
      { name: "app", label: texts.app, noun: texts.appColumn, match: app },
      { name: "merchant", label: texts.merchant, noun: texts.merchantColumn, match: merchant },
    ],
    wanted,
    subject: { clientId: idOf(app), merchantId: idOf(merchant) },
    query: { app: filterText(app), merchant: filterText(merchant), ...wanted },
  };
}

function readHealthFilter(state: string, health: string): HealthFilter {
  // An older address of the list of stopped installations.
  if (state === "suspended") return { state: "", health: "stopped" };
  return { state: STATES.includes(state) ? state : "", health: HEALTHS.includes(health) ? health : "" };
}

/** The request for a filter, without the fields for its page. */
export function requestOf({
  subject,
  wanted: { state, health },
}: InstallationListFilter): MessageInitShape<typeof ListInstallationsRequestSchema> {
  return {
    ...subject,
    state: valueNamed(InstallationState, state) ?? InstallationState.UNSPECIFIED,
    health: valueNamed(InstallationHealth, health) ?? InstallationHealth.UNSPECIFIED,
  };
}
