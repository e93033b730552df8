import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { admit } from "../../../../src/rpc/authentication/admission.ts";
import type { Access } from "../../../../src/rpc/authentication/rpc-permissions.ts";
import { requestErrorOf, toConnectError } from "../../../../src/rpc/errors.ts";
import { ADDRESS, AUTHORIZATION, SESSION } from "../../../../src/rpc/metadata.ts";
import type { Actor, Permission } from "../../../../src/service/call.ts";

const ACTOR: Actor = { accountId: "a", sessionId: "s", operator: false, developer: true };

interface Case {
  name: string;
  access: Access | null;
  permissions: Permission[];
  session?: "good" | "over";
  /** The result: `signed in`, `key` (by its own permission), `no account`, or the rejection. */
  expected: string;
}

const BOTH: Access = { permission: "apps:write", session: "required" };
const CASES: Case[] = [
  { name: "the permission", access: { permission: "tokens:revoke" }, permissions: ["tokens:revoke"], expected: "key" },
  {
    name: "another right",
    access: { permission: "tokens:revoke" },
    permissions: ["tokens:issue"],
    expected: "PermissionDenied",
  },
  { name: "no permission", access: BOTH, permissions: [], expected: "PermissionDenied" },
  {
    name: "an RPC without an access rule",
    access: null,
    permissions: ["web:act", "apps:write"],
    expected: "PermissionDenied",
  },
  {
    name: "web:act where no session counts",
    access: { permission: "tokens:revoke" },
    permissions: ["web:act"],
    expected: "PermissionDenied",
  },
  { name: "web:act, signed in", access: BOTH, permissions: ["web:act"], session: "good", expected: "signed in" },
  { name: "web:act, signed out", access: BOTH, permissions: ["web:act"], expected: "SESSION" },
  { name: "web:act, session over", access: BOTH, permissions: ["web:act"], session: "over", expected: "SESSION" },
  { name: "the permission without a session", access: BOTH, permissions: ["apps:write"], expected: "key" },
  {
    name: "a session without web:act",
    access: BOTH,
    permissions: ["apps:write"],
    session: "good",
    expected: "PermissionDenied",
  },
  { name: "both permissions, signed out", access: BOTH, permissions: ["apps:write", "web:act"], expected: "key" },
  {
    name: "both permissions, signed in",
    access: BOTH,
    permissions: ["apps:write", "web:act"],
    session: "good",
    expected: "signed in",
  },
  {
    name: "both permissions, session over: never the wider one instead",
    access: BOTH,
    permissions: ["apps:write", "web:act"],
    session: "over",
    expected: "SESSION",
  },
  {
    name: "before sign-in",
    access: { permission: null, session: "optional" },
    permissions: ["web:act"],
    expected: "no account",
  },
  {
    name: "before sign-in with an old session",
    access: { permission: null, session: "optional" },
    permissions: ["web:act"],
    session: "over",
    expected: "no account",
  },
  {
    name: "signed in already",
    access: { permission: null, session: "optional" },
    permissions: ["web:act"],
    session: "good",
    expected: "signed in",
  },
  {
    name: "before sign-in without web:act",
    access: { permission: null, session: "optional" },
    permissions: ["apps:write"],
    expected: "PermissionDenied",
  },
  {
    name: "a gateway's session beside an app's credentials says nothing",
    access: { permission: "tokens:forward" },
    permissions: ["tokens:forward", "web:act"],
    session: "over",
    expected: "key",
  },
];

function attempt({ access, permissions, session }: Omit<Case, "name" | "expected">, more: Record<string, string> = {}) {
  const fields: Record<string, string> = { [AUTHORIZATION]: "Bearer k", ...more };
  if (session !== undefined) fields[SESSION] = session;
  return admit({
    access,
    metadata: (name) => fields[name] ?? null,
    findCaller: () => ({ kind: "key", keyId: "k", name: "k", permissions: new Set(permissions) }),
    resolveSession: async (token) => (token === "good" ? ACTOR : null),
  });
}

describe("admission by key, permission and session", () => {
  it.each(CASES)("$name: $expected", async ({ access, permissions, session, expected }) => {
    const outcome = await attempt({ access, permissions, ...(session && { session }) }).then(
      ({ actor }) => (actor !== null ? "signed in" : access?.session === "optional" ? "no account" : "key"),
      (failure: unknown) => {
        const error = toConnectError(failure);
        return requestErrorOf(error)?.reason ?? Code[error.code];
      },
    );
    expect(outcome).toBe(expected);
  });

  it.each([
    ["nothing", ""],
    ["no key", "Bearer"],
    ["no key after the space", "Bearer "],
    ["two keys", "Bearer a b"],
    ["two headers joined", "Bearer a, Bearer b"],
    ["another scheme", "Basic a"],
  ])("an authorization of %s is rejected without a lookup", async (_name, authorization) => {
    const asked = admit({
      access: BOTH,
      metadata: (name) => (name === AUTHORIZATION ? authorization : null),
      findCaller: () => expect.unreachable("a look-up"),
      resolveSession: () => expect.unreachable("a session"),
    });
    await expect(asked).rejects.toThrow(ConnectError);
  });

  it("the scheme is case-insensitive (RFC 9110 §11.1)", async () => {
    expect(
      (await attempt({ access: BOTH, permissions: ["apps:write"] }, { [AUTHORIZATION]: "bearer k" })).actor,
    ).toBeNull();
  });

  it("a storage error of the lookup is not an invalid key", async () => {
    const fault = new Error("down");
    const asked = admit({
      access: BOTH,
      metadata: () => "Bearer k",
      findCaller: () => Promise.reject(fault),
      resolveSession: async () => null,
    });
    await expect(asked).rejects.toBe(fault);
  });
});

describe("the client address", () => {
  it.each([
    ["a gateway's", ["tokens:forward"], "192.0.2.7", "192.0.2.7"],
    ["a page's", ["tokens:forward", "web:act"], "2001:db8::7", "2001:db8::7"],
    ["a malformed address", ["tokens:forward"], "192.0.2.7, 10.0.0.1", null],
  ] as [string, Permission[], string, string | null][])("%s", async (_name, permissions, sent, expected) => {
    const { address } = await attempt({ access: { permission: "tokens:forward" }, permissions }, { [ADDRESS]: sent });
    expect(address).toBe(expected);
  });

  it("is ignored from other callers", async () => {
    const access: Access = { permission: "tokens:introspect" };
    const { address } = await attempt({ access, permissions: ["tokens:introspect"] }, { [ADDRESS]: "192.0.2.7" });
    expect(address).toBeNull();
  });
});
