import { randomBytes, randomUUIDv7 } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Query } from "../../../../src/store/connection/query.ts";
import { idBounds } from "../../../../src/store/tokens/id-bounds.ts";
import { readTokens } from "../../../../src/store/tokens/introspection.ts";
import {
  acceptRefreshTokens,
  lockRefreshTokens,
  noteRetriesElsewhere,
  readPairs,
  rotateRefreshTokens,
} from "../../../../src/store/tokens/refresh-tokens.ts";
import { lockForRevoke, revokeAccessTokens } from "../../../../src/store/tokens/revocations.ts";
import { backdatePartitions } from "../../../support/partitions.ts";
import { useTestSession } from "../../../support/world/fixtures.ts";
import { type BoundStatement, capture } from "../plans.ts";

const database = useTestSession();
beforeAll(async () => {
  await backdatePartitions(database.client, 26);
  // As the token pools do.
  await database.client.query(
    "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off",
  );
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

/** The partitions that the generic plan of a statement reads, without those that it skips. */
async function partitionsRead({ statement, values }: BoundStatement): Promise<string[]> {
  await database.client.query(`prepare pruned as ${statement.text}`);
  try {
    const literals = values.map((value) => toLiteral(value)).join(", ");
    const { rows } = await database.client.query(`explain (format json) execute pruned(${literals})`);
    const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
    return nodes(rows[0]["QUERY PLAN"][0].Plan)
      .filter((node) => node["Node Type"] !== "ModifyTable")
      .map((node) => node["Relation Name"] ?? "")
      .filter((name) => /_(initial|\d{8})$/.test(name));
  } finally {
    await database.client.query("deallocate pruned");
  }
}

function toLiteral(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value))
    return `'{${value.map((one) => (Buffer.isBuffer(one) ? `"\\\\x${one.toString("hex")}"` : (one ?? "null"))).join(",")}}'`;
  return `'${value}'`;
}

const digest = randomBytes(32);
const at = 1_800_000_000_000_000;
const id = randomUUIDv7();
const token = { id: randomUUIDv7(), digest, expiresAt: at };
const access = { ...token };
const of = { presentedId: id, familyId: randomUUIDv7(), at, scopes: ["a"], address: null };
const client1 = { clientId: "app", secretId: null };
const bound = (work: (query: Query) => Promise<unknown>) => capture(work);

describe("a statement for tokens of one week reads one partition of 26", () => {
  test.each([
    { name: "lock", one: () => bound((query) => lockRefreshTokens(query, [{ ...client1, tokenId: id }])), reads: 1 },
    { name: "pairs", one: () => bound((query) => readPairs(query, [{ refreshId: id, accessId: id }])), reads: 2 },
    {
      name: "rotate",
      one: async () => rotateRefreshTokens([{ ...of, next: { ...token, salt: digest, keyId: "k" }, access }]),
      reads: 1,
    },
    { name: "accept", one: async () => acceptRefreshTokens([{ ...of, access }]), reads: 1 },
    { name: "note retries", one: async () => noteRetriesElsewhere([{ id, address: "::1" }]), reads: 1 },
    { name: "introspect access", one: () => bound((query) => readTokens(query, "access", [id])), reads: 1 },
    { name: "introspect refresh", one: () => bound((query) => readTokens(query, "refresh", [id])), reads: 1 },
    {
      name: "lock for revoke",
      one: () => bound((query) => lockForRevoke(query, [{ ...client1, accessId: id, refreshId: null }])),
      reads: 1,
    },
    { name: "revoke", one: async () => revokeAccessTokens([{ id, at }]), reads: 1 },
  ])("$name", async ({ one, reads }) => {
    expect(await partitionsRead(await one())).toHaveLength(reads);
  });
});

describe("the bounds of ids", () => {
  test.each([
    { name: "none", ids: [], bounds: [null, null] },
    { name: "malformed tokens only", ids: [null, null], bounds: [null, null] },
    { name: "one", ids: ["b"], bounds: ["b", "b"] },
    { name: "several, in any order", ids: ["b", null, "c", "a"], bounds: ["a", "c"] },
  ])("$name", ({ ids, bounds }) => {
    expect(idBounds(ids)).toEqual(bounds);
  });
});
