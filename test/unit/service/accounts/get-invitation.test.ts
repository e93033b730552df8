import { expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

const accept = (token: string, call = page) =>
  acceptInvitation(world.deps, { token, name: "Guest", password: PASSWORD }, call);

const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };

test.each(["", "x", "A".repeat(43), "\0"])("an unknown token is NOT_FOUND: %j", async (token) => {
  await expect(getInvitation(world.deps, { token })).rejects.toMatchObject(gone);
  await expect(accept(token)).rejects.toMatchObject(gone);
});
