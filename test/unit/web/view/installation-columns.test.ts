import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { InstallationSchema, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { APP_INSTALLATION_COLUMNS as columns } from "../../../../src/web/components/installation/csv-columns.ts";

const at = (day: string) => timestampFromDate(new Date(`${day}T00:00:00Z`));

test.each([
  ["active", InstallationState.ACTIVE, "2027-02-01", ["2027-02-01T00:00:00.000Z", false]],
  ["uninstalled", InstallationState.UNINSTALLED, "2027-02-01", ["2026-11-30T00:00:00.000Z", true]],
  [
    "uninstalled after its access expired",
    InstallationState.UNINSTALLED,
    "2026-10-01",
    ["2026-10-01T00:00:00.000Z", true],
  ],
])(
  "the file says when the tokens of an installation end, and that an uninstall revokes them: %s",
  (_, state, expiry, row) => {
    const isEnded = state === InstallationState.UNINSTALLED;
    const endedAt = isEnded ? { endedAt: at("2026-11-30") } : {};
    const one = create(InstallationSchema, { state, tokensExpireAt: at(expiry), ...endedAt });
    expect([columns.tokens_expire_at!(one), columns.tokens_revoked!(one)]).toEqual(row);
  },
);
