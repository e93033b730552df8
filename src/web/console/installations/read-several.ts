import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { type InstallationListFilter, requestOf } from "./list-filter.ts";

/** The number of installations that the list shows of each app or merchant that matches. */
const OF_EACH = 5;

/** The newest installations of the apps and merchants that match one text; empty if another filter has no single match either. */
export async function readSeveral(context: PageContext, filter: InstallationListFilter): Promise<Installation[]> {
  const open = filter.found.filter((one) => isUnresolved([one]));
  if (open.some(({ name }) => name !== open[0]?.name)) return [];
  const subjects = open.flatMap(({ field, match }) =>
    match.kind === "several" ? match.some.map(({ id }) => ({ [field]: id })) : [],
  );
  const pages = await Promise.all(
    subjects.map((subject) => listByHealth(context, { ...requestOf(filter), ...subject, pageSize: OF_EACH })),
  );
  const rows = new Map(pages.flatMap(({ installations }) => installations.map((one) => [one.installationId, one])));
  const timeOf = ({ connectedAt }: Installation) => (connectedAt === undefined ? 0 : timestampMs(connectedAt));
  return [...rows.values()].sort((a, b) => timeOf(b) - timeOf(a));
}
