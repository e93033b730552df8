import type { TeamRole } from "../../../src/model/team.ts";
import { acceptInvitation } from "../../../src/service/accounts/accept-invitation.ts";
import { createInvitation } from "../../../src/service/accounts/create-invitation.ts";
import { addAccount, bySession, PASSWORD, type TestAccount } from "./accounts.ts";
import { tokenOf } from "./invitations.ts";
import type { World } from "./world.ts";

/** Invites an account to the team of a developer, and lets it accept. */
export async function join(world: World, team: TestAccount, account: TestAccount, teamRole: TeamRole): Promise<void> {
  const offer = { email: account.email, merchantId: null, role: null, developer: false, operator: false };
  const invitation = await createInvitation(
    world.deps,
    { ...offer, teamId: team.accountId, teamRole },
    await bySession(world, team.token),
  );
  const request = { token: tokenOf(invitation), name: "", password: PASSWORD };
  await acceptInvitation(world.deps, request, await bySession(world, account.token));
}

/** A new account in the team of a developer. Its `call` has the teams. */
export async function addMember(
  world: World,
  team: TestAccount,
  { role = "MEMBER", ...roles }: { role?: TeamRole; operator?: boolean; developer?: boolean } = {},
): Promise<TestAccount> {
  const account = await addAccount(world, roles);
  await join(world, team, account, role);
  return { ...account, call: await bySession(world, account.token) };
}
