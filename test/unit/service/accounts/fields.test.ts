import { expect, test } from "vitest";
import { listAccounts } from "../../../../src/service/accounts/list-accounts.ts";
import { listInvitations } from "../../../../src/service/accounts/list-invitations.ts";
import { listMerchants } from "../../../../src/service/accounts/list-merchants.ts";
import { listServiceKeys } from "../../../../src/service/accounts/list-service-keys.ts";
import { platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const page = { pageSize: 0, pageToken: "" };

test("lists refuse a prefix that no text has", async () => {
  const { deps } = world;
  for (const prefix of ["a\0", "a\ud800", "a".repeat(10_000)]) {
    const lists = [
      () => listAccounts(deps, { emailPrefix: prefix, page }, platform),
      () => listInvitations(deps, { merchantId: null, emailPrefix: prefix, includeEnded: false, page }, platform),
      () => listMerchants(deps, { namePrefix: prefix, page }, platform),
      () => listServiceKeys(deps, { namePrefix: prefix, includeEnded: false, page }, platform),
    ];
    for (const list of lists) await expect(list()).rejects.toMatchObject({ reason: "INVALID" });
  }
});
