import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Named } from "../search.ts";
import { isUnresolved } from "../search-filter.ts";
import { type InstallationListFilter, requestOf } from "./list-filter.ts";

/** The number of installations that the list shows of each app or merchant that matches. */
const OF_EACH = 5;

export interface Several {
  installations: Installation[];
  /** The matches that have more installations, with the query parameter that filters by them. */
  more: (Named & { filter: string })[];
}

/** The newest installations of the apps and merchants that match one text; empty if another filter has no single match either. */
export async function readSeveral(context: PageContext, filter: InstallationListFilter): Promise<Several> {
  const open = filter.found.filter((one) => isUnresolved([one]));
  if (open.some(({ name }) => name !== open[0]?.name)) return { installations: [], more: [] };
  const subjects = open.flatMap(({ name, field, match }) =>
    match.kind === "several" ? match.some.map((one) => ({ ...one, field, filter: name })) : [],
  );
  const pages = await Promise.all(
    subjects.map(({ field, id }) => listByHealth(context, { ...requestOf(filter), [field]: id, pageSize: OF_EACH })),
  );
  const rows = new Map(pages.flatMap(({ installations }) => installations.map((one) => [one.installationId, one])));
  const timeOf = ({ connectedAt }: Installation) => (connectedAt === undefined ? 0 : timestampMs(connectedAt));
  const installations = [...rows.values()].sort((a, b) => timeOf(b) - timeOf(a));
  return { installations, more: subjects.filter((_, at) => pages[at]!.nextPageToken !== "") };
}
