import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  InstallationHealth,
  InstallationState,
  type ListInstallationsRequestSchema,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { valueNamed } from "../../components/enum-names.ts";
import type { HealthFilter } from "../../components/installation/health-tabs.ts";
import type { PageContext } from "../../router/page-router.ts";
import { searchApp, searchAppOrMerchant, searchMerchant } from "../search.ts";
import { filterText, idOf, type SearchFilter } from "../search-filter.ts";

export const PATH = "/console/installations";

const HEALTHS: readonly string[] = ["needs_attention", "expires_soon", "healthy", "stopped"];
/** No tab leads to the active ones, which have a tab for each health. */
const STATES: readonly string[] = ["active", "pending", "uninstalled"];

/** A filter by app or merchant, with the field of the request. */
export interface SubjectFilter extends SearchFilter {
  field: "clientId" | "merchantId";
}

/** The filter of the list of installations. */
export interface InstallationListFilter {
  /** The filters by app and merchant. */
  found: readonly SubjectFilter[];
  wanted: HealthFilter;
  /** The ids of the app and the merchant that were found; empty texts do not filter. */
  subject: { clientId: string; merchantId: string };
  /** The query parameters of the filter. */
  query: Record<"app" | "merchant" | "state" | "health", string>;
}

export async function readInstallationFilter(context: PageContext): Promise<InstallationListFilter> {
  const { installations: texts } = context.t.console;
  const one = (name: string) => (context.query.one(name) ?? "").trim();
  const typed = { app: one("app"), merchant: one("merchant") };
  const { app, merchant } = await searchSubject(context, typed);
  const wanted = readHealthFilter(one("state"), one("health"));
  return {
    found: [
      {
        ...{ name: "app", field: "clientId", label: texts.app, noun: texts.appColumn, match: app },
        ...(typed.merchant === "" && { none: texts.noMatch(typed.app) }),
      },
      {
        // The search field finds merchants too, unless there is a filter by merchant.
        ...{ name: typed.merchant === "" ? "app" : "merchant", field: "merchantId" },
        ...{ label: texts.merchant, noun: texts.merchantColumn, match: merchant },
      },
    ],
    wanted,
    subject: { clientId: idOf(app), merchantId: idOf(merchant) },
    query: {
      app: filterText(app) || (typed.merchant === "" ? filterText(merchant) : ""),
      merchant: typed.merchant === "" ? "" : filterText(merchant),
      ...wanted,
    },
  };
}

/** The search finds apps and merchants, or only apps if there is also a filter by merchant. */
async function searchSubject(context: PageContext, { app, merchant }: Record<"app" | "merchant", string>) {
  if (merchant === "") return searchAppOrMerchant(context, app);
  const [ofApp, ofMerchant] = await Promise.all([searchApp(context, app), searchMerchant(context, merchant)]);
  return { app: ofApp, merchant: ofMerchant };
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
