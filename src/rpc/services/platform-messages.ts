import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type AppFailuresSchema,
  type BrandSchema,
  type DashboardPeriodSchema,
  ErrorClass,
  type GetDashboardResponseSchema,
  type UpdateBrandRequest as UpdateBrandMessage,
} from "../../../gen/latchkey/v1/platform_service_pb.ts";
import type { Dashboard } from "../../service/platform/get-dashboard.ts";
import type { UpdateBrandRequest } from "../../service/platform/update-brand.ts";
import type { BrandRow } from "../../store/platform/brand-store.ts";
import type { AppFailures } from "../../store/statistics/app-failures.ts";
import type { ErrorClass as ErrorClassName, Measure } from "../../store/statistics/platform-counts.ts";
import type { PlatformPeriod } from "../../store/statistics/platform-periods.ts";
import { orNull, toTimestamp } from "./fields.ts";

export function fromUpdateBrand({
  name,
  accentColor,
  logo,
  support,
  revision,
}: UpdateBrandMessage): UpdateBrandRequest {
  return {
    name: orNull(name),
    accent: orNull(accentColor),
    logo,
    support: support === undefined ? undefined : orNull(support),
    revision: revision ?? null,
  };
}

export function toBrand(row: BrandRow | null): MessageInitShape<typeof BrandSchema> {
  if (row === null) return { revision: 0 };
  return {
    name: row.name ?? "",
    accentColor: row.accent ?? "",
    logo: row.logo ?? new Uint8Array(),
    logoMediaType: row.logoMediaType ?? "",
    logoDigest: row.logoDigest ?? "",
    support: row.support ?? "",
    updatedAt: toTimestamp(row.updatedAt),
    revision: row.revision,
  };
}

export function toDashboard(dashboard: Dashboard): MessageInitShape<typeof GetDashboardResponseSchema> {
  const { hours, days, hoursBefore, daysBefore, expiring, appFailures, chosen } = dashboard;
  return {
    hours: hours.map(toPeriod),
    days: days.map(toPeriod),
    hoursBefore: toPeriod(hoursBefore),
    daysBefore: toPeriod(daysBefore),
    expiring: expiring.soonest.map(({ clientId, serviceKeyId, name, hint, expiresAt }) => ({
      clientId: clientId ?? "",
      serviceKeyId: serviceKeyId ?? "",
      name,
      hint,
      expiresAt: toTimestamp(expiresAt),
    })),
    expiringIn24Hours: expiring.inDay,
    expiringIn30Days: expiring.inMonth,
    appFailures2Days: appFailures.twoDays.map(toAppFailures),
    appFailures7Days: appFailures.week.map(toAppFailures),
    appFailures30Days: appFailures.days.map(toAppFailures),
    ...(chosen !== null && {
      chosenDays: chosen.days.map(toPeriod),
      chosenBefore: toPeriod(chosen.before),
      appFailuresChosen: chosen.appFailures.map(toAppFailures),
    }),
  };
}

function toAppFailures({
  clientId,
  name,
  failures,
  refreshes,
  failuresLastDay,
  refreshesLastDay,
}: AppFailures): MessageInitShape<typeof AppFailuresSchema> {
  return {
    ...{ clientId, name, refreshFailures: BigInt(failures), refreshes: BigInt(refreshes) },
    refreshFailuresLastDay: BigInt(failuresLastDay),
    refreshesLastDay: BigInt(refreshesLastDay),
  };
}

const CLASSES: Readonly<Record<ErrorClassName, ErrorClass>> = {
  CLIENT: ErrorClass.CLIENT,
  GRANT: ErrorClass.GRANT,
  REQUEST: ErrorClass.REQUEST,
  RATE_LIMIT: ErrorClass.RATE_LIMIT,
  SERVICE_KEY: ErrorClass.SERVICE_KEY,
  UNAVAILABLE: ErrorClass.UNAVAILABLE,
  INTERNAL: ErrorClass.INTERNAL,
};

function toPeriod({ start, counts }: PlatformPeriod): MessageInitShape<typeof DashboardPeriodSchema> {
  const of = (measure: Measure) => BigInt(counts[measure] ?? 0);
  const names = Object.keys(CLASSES) as ErrorClassName[];
  const errors = names.map((name) => ({ errorClass: CLASSES[name], count: of(`errors.${name}`) }));
  return {
    start: toTimestamp(start),
    installs: of("installs"),
    uninstalls: of("uninstalls"),
    exchanges: of("exchanges"),
    refreshes: of("refreshes"),
    refreshFailures: of("refresh_failures"),
    reuses: of("reuses"),
    errors: errors.filter(({ count }) => count > 0n),
  };
}
