import { randomBytes, randomUUID, randomUUIDv7 } from "node:crypto";
import { describe, expect, it } from "vitest";
import { perform, type Query, type Write } from "../../../../src/store/connection/query.ts";
import { type CodeColumns, lockCodes, type Redemption, redeemCodes } from "../../../../src/store/tokens/codes.ts";
import { endFamilies } from "../../../../src/store/tokens/families.ts";
import { markNotBefore } from "../../../../src/store/tokens/marks.ts";
import {
  acceptRefreshTokens,
  type Rotation,
  rotateRefreshTokens,
} from "../../../../src/store/tokens/refresh-tokens.ts";
import { useTestDatabase } from "../../../support/world/fixtures.ts";

const NOW = Date.now() * 1000;
const LATER = NOW + 3_600_000_000;

/** S2: the guards of the statements, in case a decision is wrong. */
describe("the token statements", () => {
  const database = useTestDatabase();
  const query: Query = async (statement, values) =>
    (await database.sql.query(statement.text, values as unknown[])).rows;

  const write = <T>(toWrite: (rows: readonly T[]) => Write, rows: readonly T[]) => perform(query, toWrite(rows));

  const token = () => ({ id: randomUUIDv7(), digest: randomBytes(32), expiresAt: LATER });
  const rows = async (table: string, familyId: string) =>
    (await database.sql.query(`select 1 from ${table} where family_id = $1`, [familyId])).rows.length;

  async function code(usedAt: string | null = null): Promise<CodeColumns> {
    const columns = {
      id: randomUUIDv7(),
      digest: randomBytes(32),
      appId: randomUUID(),
      merchantId: "m",
      accountId: randomUUID(),
      installationId: randomUUID(),
      redirectUri: "https://app.example/",
      scopes: ["a"],
    };
    await database.sql.query(
      `insert into authorization_code (id, digest, app_id, merchant_id, account_id, installation_id, redirect_uri, scopes,
         replaces_grant, issued_at, expires_at, used_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, true, clock_timestamp(), clock_timestamp() + interval '1 minute', $9)`,
      [...Object.values(columns), usedAt],
    );
    return { ...columns, codeChallenge: null, replacesGrant: true, issuedAt: NOW, expiresAt: LATER, usedAt: null };
  }

  const redemption = (of: CodeColumns): Redemption => ({
    code: of,
    at: NOW,
    familyScopes: ["a"],
    familyExpiresAt: LATER,
    access: token(),
    refresh: token(),
  });

  const rotation = (familyId: string, presentedId: string): Rotation => ({
    presentedId,
    familyId,
    at: NOW,
    address: null,
    scopes: ["a"],
    next: { ...token(), salt: randomBytes(32), keyId: "k" },
    access: token(),
  });

  it("S2 a second family for one code violates the primary key", async () => {
    const used = await code();
    await write(redeemCodes, [redemption(used)]);
    await expect(write(redeemCodes, [redemption(used)])).rejects.toMatchObject({
      code: "23505",
      constraint: "token_family_pkey",
    });
    expect(await rows("refresh_token", used.id)).toBe(1);
    expect(await rows("access_token", used.id)).toBe(1);
  });

  it("S2 a used code cannot be used again, even without its family", async () => {
    const used = await code("2026-01-01");
    await expect(write(redeemCodes, [redemption(used)])).rejects.toThrow("already used");
  });

  it("S2 a second successor inserts no row", async () => {
    const redeemed = redemption(await code());
    await write(redeemCodes, [redeemed]);
    const { id: familyId } = redeemed.code;
    await write(rotateRefreshTokens, [rotation(familyId, redeemed.refresh!.id)]);
    await expect(write(rotateRefreshTokens, [rotation(familyId, redeemed.refresh!.id)])).rejects.toThrow("current one");
    expect(await rows("refresh_token", familyId)).toBe(2);
    expect(await rows("access_token", familyId)).toBe(2);
    const { rows: family } = await database.sql.query("select generation from token_family where id = $1", [familyId]);
    expect(family).toEqual([{ generation: 2 }]);
  });

  it("S2 a revoked family neither rotates nor accepts", async () => {
    const redeemed = redemption(await code());
    await write(redeemCodes, [redeemed]);
    const { id } = redeemed.code;
    await write(endFamilies, [{ id, at: NOW, reason: "revoked" }]);
    await expect(write(rotateRefreshTokens, [rotation(id, redeemed.refresh!.id)])).rejects.toThrow("current one");
    const acceptance = { presentedId: redeemed.refresh!.id, familyId: id, at: NOW, scopes: ["a"], access: token() };
    await expect(write(acceptRefreshTokens, [acceptance])).rejects.toThrow("current one");
    expect(await rows("access_token", id)).toBe(1);
  });

  it("a revocation is final: its time and reason stay", async () => {
    const redeemed = redemption(await code());
    await write(redeemCodes, [redeemed]);
    const { id } = redeemed.code;
    await write(endFamilies, [{ id, at: NOW, reason: "reuse" }]);
    await write(endFamilies, [{ id, at: NOW + 5, reason: "revoked" }]);
    const { rows: family } = await database.sql.query(
      "select end_reason, (extract(epoch from ended_at) * 1000000)::float8 as at from token_family where id = $1",
      [id],
    );
    expect(family).toEqual([{ end_reason: "reuse", at: NOW }]);
  });

  it("times have microsecond precision", async () => {
    const redeemed = redemption(await code());
    const at = NOW + 123_457;
    await write(redeemCodes, [{ ...redeemed, at }]);
    const [locked] = await lockCodes(query, [{ codeId: redeemed.code.id, clientId: "x", secretId: null }]);
    expect(locked!.usedAt).toBe(at);
  });

  it("returns one row per key in order, with nulls for unknown ones", async () => {
    const [one, two] = [await code(), await code()];
    const keys = [two.id, randomUUID(), null, one.id, two.id].map((codeId) => ({
      codeId,
      clientId: "x",
      secretId: null,
    }));
    const locked = await lockCodes(query, keys);
    expect(locked.map(({ id }) => id)).toEqual([two.id, null, null, one.id, two.id]);
  });

  it("a not-before time never moves back and is never in the future", async () => {
    const mark = (at: number | null) => markNotBefore(query, { kind: "MERCHANT", subjectId: "m", at });
    const first = await mark(null);
    if (first.kind !== "marked") throw new Error(first.kind);
    expect(await mark(first.notBefore - 1_000_000)).toEqual(first);
    expect(await mark(Date.now() * 1000 + 60_000_000)).toEqual({ kind: "future" });
  });
});
