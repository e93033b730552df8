import { create, type DescMessage, type MessageInitShape, type MessageShape, toJson } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import * as pb from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { accountService } from "../../../../src/rpc/services/account-service.ts";
import type { Implementation } from "../../../../src/rpc/transports/implementation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import type { ExternalProvider } from "../../../../src/service/accounts/external-provider.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { addAccount, bySession, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
let service: Implementation<typeof pb.AccountService>;
let operator: TestAccount;

beforeAll(async () => {
  service = accountService(world.deps);
  operator = await addAccount(world, { operator: true });
});

/** The response as JSON, without unset fields. */
// biome-ignore lint/suspicious/noExplicitAny: JSON for assertions.
function read<S extends DescMessage>(schema: S, answer: MessageInitShape<S>): any {
  return toJson(schema, create(schema, answer) as MessageShape<S>);
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe("AccountService, sessions", () => {
  test("signs up, in and out; GetSession returns account and expiry", async () => {
    const request = create(pb.SignUpRequestSchema, { email: "Ada@example.com", password: PASSWORD, name: "Ada" });
    const { session } = read(pb.SignUpResponseSchema, await service.signUp(request, page));
    const account = {
      accountId: expect.any(String),
      email: "ada@example.com",
      name: "Ada",
      developer: true,
      state: "ACCOUNT_STATE_ACTIVE",
      createdAt: TIME,
      hasPassword: true,
    };
    expect(session).toEqual({ sessionToken: expect.stringMatching(/^[\w-]{43}$/), expiresAt: TIME, account });
    const signIn = create(pb.SignInRequestSchema, { email: "ada@example.com", password: PASSWORD });
    const again = read(pb.SignInResponseSchema, await service.signIn(signIn, page)).session;
    const call = await bySession(world, again.sessionToken);
    const seen = read(pb.GetSessionResponseSchema, await service.getSession(create(pb.GetSessionRequestSchema), call));
    expect(seen).toEqual({ account, expiresAt: again.expiresAt });
    const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    await service.changePassword(create(pb.ChangePasswordRequestSchema, change), call);
    await service.signOut(create(pb.SignOutRequestSchema), call);
    expect(await resolveSession(world.deps, again.sessionToken)).toBeNull();
  });

  test("returns the sign-in options", async () => {
    const request = create(pb.GetSignInOptionsRequestSchema);
    expect(read(pb.GetSignInOptionsResponseSchema, await service.getSignInOptions(request, page))).toEqual({
      password: true,
      signUp: true,
      mail: true,
    });
  });

  test("starts and completes an external sign-in", async () => {
    const settings = {
      issuer: "https://login.example",
      clientId: "c",
      clientSecret: "s",
      label: "Company",
      scopes: [],
    };
    const claimSettings = { emailClaim: "email", nameClaim: "name", operator: null, developer: null };
    const external: ExternalProvider = {
      settings: { ...settings, ...claimSettings, membershipClaim: null },
      begin: async () => "https://login.example/",
      complete: async (_login, query) => ({ iss: settings.issuer, sub: query, name: "Ada" }),
    };
    const service = accountService({ ...world.deps, external });
    const begin = create(pb.BeginExternalSignInRequestSchema, { next: "/apps" });
    const begun = read(pb.BeginExternalSignInResponseSchema, await service.beginExternalSignIn(begin, page));
    expect(begun).toEqual({ redirectTo: "https://login.example/", browserToken: expect.stringMatching(/^[\w-]{43}$/) });
    const { browserToken } = begun;
    const complete = create(pb.CompleteExternalSignInRequestSchema, { query: "code=1", browserToken });
    const answer = read(pb.CompleteExternalSignInResponseSchema, await service.completeExternalSignIn(complete, page));
    expect(answer).toMatchObject({
      session: { sessionToken: expect.any(String), expiresAt: expect.stringMatching(/Z$/), account: { name: "Ada" } },
      next: "/apps",
    });
  });
});

describe("AccountService, accounts", () => {
  test("creates, finds, lists, suspends and resumes; an empty password counts as absent", async () => {
    const request = create(pb.CreateAccountRequestSchema, { email: "new@example.com", name: "New", developer: true });
    const { account } = read(pb.CreateAccountResponseSchema, await service.createAccount(request, platform));
    expect(account).toMatchObject({ email: "new@example.com", developer: true });
    expect(account).not.toHaveProperty("hasPassword");
    const { accountId } = account;
    for (const name of [{ accountId }, { email: "new@example.com" }]) {
      const found = await service.getAccount(create(pb.GetAccountRequestSchema, name), platform);
      expect(read(pb.GetAccountResponseSchema, found)).toEqual({ account });
    }
    const list = create(pb.ListAccountsRequestSchema, { emailPrefix: "new@", pageSize: 1 });
    expect(read(pb.ListAccountsResponseSchema, await service.listAccounts(list, operator.call))).toEqual({
      accounts: [account],
    });
    const suspend = create(pb.SuspendAccountRequestSchema, { accountId, reasonCode: "abuse", reasonText: "Spam" });
    const suspended = read(pb.SuspendAccountResponseSchema, await service.suspendAccount(suspend, platform));
    expect(suspended.account.state).toBe("ACCOUNT_STATE_SUSPENDED");
    const resume = create(pb.ResumeAccountRequestSchema, { accountId });
    expect(read(pb.ResumeAccountResponseSchema, await service.resumeAccount(resume, platform))).toEqual({
      account,
    });
  });

  test("without id and e-mail finds the signed-in account", async () => {
    const answer = await service.getAccount(create(pb.GetAccountRequestSchema), operator.call);
    expect(read(pb.GetAccountResponseSchema, answer).account.accountId).toBe(operator.accountId);
  });
});

describe("AccountService, merchants", () => {
  test("creates, finds, lists, suspends, resumes and closes; an empty id is generated", async () => {
    const request = create(pb.CreateMerchantRequestSchema, { name: "Shop", ownerAccountId: operator.accountId });
    const { merchant } = read(pb.CreateMerchantResponseSchema, await service.createMerchant(request, platform));
    expect(merchant).toEqual({
      merchantId: expect.any(String),
      name: "Shop",
      state: "MERCHANT_STATE_ACTIVE",
      createdAt: TIME,
    });
    const { merchantId } = merchant;
    const found = read(
      pb.GetMerchantResponseSchema,
      await service.getMerchant(create(pb.GetMerchantRequestSchema, { merchantId }), platform),
    );
    const members = [
      {
        merchantId,
        merchantName: "Shop",
        merchantState: "MERCHANT_STATE_ACTIVE",
        accountId: operator.accountId,
        accountName: "Someone",
        role: "MERCHANT_ROLE_OWNER",
      },
    ];
    expect(found).toEqual({ merchant, members });
    const list = create(pb.ListMerchantsRequestSchema, { namePrefix: "sh", pageSize: 1 });
    expect(read(pb.ListMerchantsResponseSchema, await service.listMerchants(list, platform))).toEqual({
      merchants: [merchant],
    });
    const suspend = create(pb.SuspendMerchantRequestSchema, { merchantId, reasonCode: "abuse", reasonText: "Spam" });
    expect(
      read(pb.SuspendMerchantResponseSchema, await service.suspendMerchant(suspend, platform)).merchant,
    ).toMatchObject({
      state: "MERCHANT_STATE_SUSPENDED",
      reasonCode: "abuse",
      reasonText: "Spam",
    });
    const resume = await service.resumeMerchant(create(pb.ResumeMerchantRequestSchema, { merchantId }), platform);
    expect(read(pb.ResumeMerchantResponseSchema, resume)).toEqual({ merchant });
    const close = await service.closeMerchant(create(pb.CloseMerchantRequestSchema, { merchantId }), platform);
    expect(read(pb.CloseMerchantResponseSchema, close).merchant.state).toBe("MERCHANT_STATE_CLOSED");
  });

  test("adds, changes and removes a member; rejects an unspecified role", async () => {
    const { id: merchantId } = await createMerchant(
      world.deps,
      { merchantId: "with-members", name: "M", ownerAccountId: null, test: false },
      platform,
    );
    const { accountId } = await addAccount(world);
    const put = create(pb.UpsertMembershipRequestSchema, { merchantId, accountId, role: pb.MerchantRole.MANAGER });
    expect(
      read(pb.UpsertMembershipResponseSchema, await service.upsertMembership(put, platform)).membership,
    ).toMatchObject({
      accountId,
      role: "MERCHANT_ROLE_MANAGER",
    });
    const roleless = create(pb.UpsertMembershipRequestSchema, { merchantId, accountId });
    await expect(service.upsertMembership(roleless, platform)).rejects.toMatchObject({
      violations: [{ field: "role" }],
    });
    await service.removeMembership(create(pb.RemoveMembershipRequestSchema, { merchantId, accountId }), platform);
    expect((await getMerchant(world.deps, { merchantId }, platform)).members).toEqual([]);
  });

  test("lists and revokes invitations, lists members in pages, and omits members on request", async () => {
    const merchantId = "listing";
    const merchant = { merchantId, name: "Listing", ownerAccountId: operator.accountId, test: false };
    await createMerchant(world.deps, merchant, platform);
    const offer = { email: "Listed@example.com", merchantId, role: pb.MerchantRole.MEMBER, developer: true };
    await service.createInvitation(create(pb.CreateInvitationRequestSchema, offer), operator.call);
    const list = create(pb.ListInvitationsRequestSchema, { merchantId, pageSize: 1 });
    const { invitations } = read(pb.ListInvitationsResponseSchema, await service.listInvitations(list, platform));
    const invitation = {
      invitationId: expect.any(String),
      email: "listed@example.com",
      merchantId,
      merchantName: "Listing",
      role: "MERCHANT_ROLE_MEMBER",
      developer: true,
      state: "INVITATION_STATE_OPEN",
      createdAt: TIME,
      expiresAt: TIME,
      invitedByAccountId: operator.accountId,
      invitedByName: "Someone",
    };
    expect(invitations).toEqual([invitation]);
    const withdraw = create(pb.RevokeInvitationRequestSchema, { invitationId: invitations[0].invitationId });
    const withdrawn = read(pb.RevokeInvitationResponseSchema, await service.revokeInvitation(withdraw, platform));
    expect(withdrawn).toEqual({
      invitation: { ...invitation, state: "INVITATION_STATE_REVOKED", revokedAt: expect.any(String) },
    });
    const members = create(pb.ListMembershipsRequestSchema, { merchantId });
    expect(read(pb.ListMembershipsResponseSchema, await service.listMemberships(members, platform))).toEqual({
      memberships: [
        {
          merchantId,
          merchantName: "Listing",
          merchantState: "MERCHANT_STATE_ACTIVE",
          accountId: operator.accountId,
          accountName: "Someone",
          accountEmail: operator.email,
          role: "MERCHANT_ROLE_OWNER",
        },
      ],
    });
    const bare = create(pb.GetMerchantRequestSchema, { merchantId, withoutMembers: true });
    expect(read(pb.GetMerchantResponseSchema, await service.getMerchant(bare, platform)).members).toBeUndefined();
    const alone = create(pb.GetAccountRequestSchema, { accountId: operator.accountId, withoutMemberships: true });
    expect(read(pb.GetAccountResponseSchema, await service.getAccount(alone, platform)).memberships).toBeUndefined();
  });

  test("invites: returns the link and the offer; accepting returns a session unless signed in", async () => {
    const { id: merchantId } = await createMerchant(
      world.deps,
      { merchantId: "inviting", name: "Inviting", ownerAccountId: null, test: false },
      platform,
    );
    const guest = await addAccount(world);
    const place = { merchantId, role: pb.MerchantRole.OWNER };
    for (const [email, call] of [
      ["guest@example.com", page],
      [guest.email, guest.call],
    ] as const) {
      const request = create(pb.CreateInvitationRequestSchema, { email, ...place });
      const issued = read(pb.CreateInvitationResponseSchema, await service.createInvitation(request, platform));
      expect(issued).toEqual({
        invitationId: expect.any(String),
        url: expect.stringMatching(/^https:\/\/auth\.example\.com\/invitations\/[\w-]{43}$/),
        expiresAt: TIME,
        mailed: true,
      });
      const token = issued.url.split("/").at(-1);
      const offer = read(
        pb.GetInvitationResponseSchema,
        await service.getInvitation(create(pb.GetInvitationRequestSchema, { token }), page),
      );
      expect(offer).toMatchObject({ email, merchantName: "Inviting", role: "MERCHANT_ROLE_OWNER", byPlatform: true });
      expect(offer.expiresAt).toEqual(issued.expiresAt);
      const taking = create(pb.AcceptInvitationRequestSchema, { token, name: "Guest", password: PASSWORD });
      const accepted = read(pb.AcceptInvitationResponseSchema, await service.acceptInvitation(taking, call));
      expect(accepted.account.email).toBe(email);
      expect("session" in accepted).toBe(call === page);
    }
    const declined = create(pb.CreateInvitationRequestSchema, { email: "no@example.com", ...place });
    const { url } = await service.createInvitation(declined, platform);
    const token = url!.split("/").at(-1)!;
    await service.declineInvitation(create(pb.DeclineInvitationRequestSchema, { token }), page);
    await expect(service.getInvitation(create(pb.GetInvitationRequestSchema, { token }), page)).rejects.toThrow();
  });
});

describe("AccountService, service keys", () => {
  test("creates, lists and revokes; unset timestamps are absent", async () => {
    const end = timestampFromMs(Date.now() + 3_600_000);
    const request = create(pb.CreateServiceKeyRequestSchema, {
      name: "api",
      permissions: ["tokens:introspect"],
      expiresAt: end,
    });
    const { serviceKey, secret } = read(
      pb.CreateServiceKeyResponseSchema,
      await service.createServiceKey(request, operator.call),
    );
    expect(secret).toMatch(/^lk_sk_/);
    expect(serviceKey).toEqual({
      serviceKeyId: expect.any(String),
      name: "api",
      permissions: ["tokens:introspect"],
      hint: secret.slice(-4),
      createdAt: TIME,
      createdByAccountId: expect.any(String),
      createdByName: "Someone",
      expiresAt: TIME,
    });
    const lasting = create(pb.CreateServiceKeyRequestSchema, { name: "lasting", permissions: ["tokens:introspect"] });
    expect(
      read(pb.CreateServiceKeyResponseSchema, await service.createServiceKey(lasting, operator.call)).serviceKey,
    ).not.toHaveProperty("expiresAt");
    const revoke = create(pb.RevokeServiceKeyRequestSchema, { serviceKeyId: serviceKey.serviceKeyId });
    const revoked = read(
      pb.RevokeServiceKeyResponseSchema,
      await service.revokeServiceKey(revoke, operator.call),
    ).serviceKey;
    expect(revoked).toEqual({ ...serviceKey, revokedAt: TIME });
    const list = async (includeEnded: boolean) => {
      const answer = await service.listServiceKeys(
        create(pb.ListServiceKeysRequestSchema, { includeEnded }),
        operator.call,
      );
      return read(pb.ListServiceKeysResponseSchema, answer).serviceKeys.map(({ name }: { name: string }) => name);
    };
    expect(await list(false)).toEqual(["lasting"]);
    expect(await list(true)).toEqual(["api", "lasting"]);
  });
});
