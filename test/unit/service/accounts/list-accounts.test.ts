import { expect, test } from "vitest";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { listAccounts } from "../../../../src/service/accounts/list-accounts.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { platform } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

const bare = { password: null, name: "New", operator: false, developer: false };

test("lists by e-mail; pages neither repeat nor omit accounts", async () => {
  for (const name of ["b", "a", "d", "c", "e"]) {
    await createAccount(world.deps, { ...bare, email: `list-${name}@example.com` }, platform);
  }
  await createAccount(world.deps, { ...bare, email: "lisz@example.com" }, platform);
  const seen: (string | null)[] = [];
  for (let pageToken = "", pages = 0; pages < 9; pages++) {
    const listed = await listAccounts(
      world.deps,
      { emailPrefix: "LIST-", page: { pageSize: 2, pageToken } },
      operator.call,
    );
    seen.push(...listed.items.map(({ email }) => email ?? null));
    pageToken = listed.nextPageToken;
    if (pageToken === "") break;
  }
  expect(seen).toEqual(["a", "b", "c", "d", "e"].map((name) => `list-${name}@example.com`));
});

test("requires an operator; rejects an invalid page token and a page size of 201", async () => {
  const list = (pageSize: number, pageToken: string, call = operator.call) =>
    listAccounts(world.deps, { emailPrefix: "", page: { pageSize, pageToken } }, call);
  await expect(list(0, "", (await addAccount(world)).call)).rejects.toMatchObject({ kind: "permission_denied" });
  await expect(list(201, "")).rejects.toMatchObject({ reason: "PAGE_SIZE" });
  for (const made of [
    "x",
    "W10",
    Buffer.from('["a","b"]').toString("base64url"),
    Buffer.from('["\\u0000","00000000-0000-7000-8000-000000000000"]').toString("base64url"),
  ]) {
    await expect(list(0, made)).rejects.toMatchObject({ reason: "PAGE_TOKEN" });
  }
});
