import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { type InstallationListFilter, requestOf } from "./list-filter.ts";

/** The number of installations that the list shows of each app or merchant that matches. */
const OF_EACH = 5;

const FIELDS = { app: "clientId", merchant: "merchantId" } as const;

/** The newest installations of the apps or merchants that match one filter; empty if another filter has no single match either. */
export async function readSeveral(context: PageContext, filter: InstallationListFilter): Promise<Installation[]> {
  const [open, another] = filter.found.filter((one) => isUnresolved([one]));
  if (open === undefined || another !== undefined || open.match.kind !== "several") return [];
  const field = FIELDS[open.name as keyof typeof FIELDS];
  const pages = await Promise.all(
    open.match.some.map(({ id }) => listByHealth(context, { ...requestOf(filter), [field]: id, pageSize: OF_EACH })),
  );
  const timeOf = ({ connectedAt }: Installation) => (connectedAt === undefined ? 0 : timestampMs(connectedAt));
  return pages.flatMap(({ installations }) => installations).sort((a, b) => timeOf(b) - timeOf(a));
}
