import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, reasonOf, type TestApp } from "../../../support/world/tokens.ts";

const world = useWorld();

const APPS = 2;
const MERCHANTS = 3;

/** The tokens issued from one code. */
interface Line {
  app: number;
  merchant: number;
  installationId: string;
  ended: boolean;
  /** Oldest first; the last one is current. */
  refreshTokens: string[];
  accessTokens: { token: string; revoked: boolean }[];
}

/** The expected state of the issued tokens. */
interface Platform {
  apps: TestApp[];
  merchants: { id: string; ownerId: string }[];
  lines: Line[];
  suspended: Set<string>;
}

async function createPlatform(): Promise<Platform> {
  const apps = await Promise.all(Array.from({ length: APPS }, () => world.app()));
  const merchants = await Promise.all(Array.from({ length: MERCHANTS }, () => world.merchant()));
  return { apps, merchants, lines: [], suspended: new Set() };
}

type Operation = { kind: keyof typeof OPERATIONS; app: number; merchant: number; pick: number };

const OPERATIONS = {
  async install(platform: Platform, { app, merchant }: Operation) {
    const line = installed(platform, { app, merchant });
    if (line !== undefined && platform.suspended.has(line.installationId)) return;
    const at = { app: platform.apps[app]!, merchant: platform.merchants[merchant]! };
    const pair = await world.exchangeCode(at.app, { code: await world.issueCode(at) });
    platform.lines.push({
      app,
      merchant,
      installationId: pair.installationId,
      ended: false,
      refreshTokens: [pair.refreshToken!],
      accessTokens: [{ token: pair.accessToken, revoked: false }],
    });
  },
  async refresh(platform: Platform, operation: Operation) {
    const line = pickLine(platform, operation);
    if (line === undefined) return;
    const attempt = world.refreshWith(platform.apps[line.app]!, line.refreshTokens.at(-1)!);
    if (line.ended || platform.suspended.has(line.installationId)) return void (await requestErrorOf(attempt));
    const pair = await attempt;
    expect(pair).toMatchObject({
      merchantId: platform.merchants[line.merchant]!.id,
      installationId: line.installationId,
    });
    line.refreshTokens.push(pair.refreshToken!);
    line.accessTokens.push({ token: pair.accessToken, revoked: false });
  },
  async reuse(platform: Platform, operation: Operation) {
    const line = pickLine(platform, operation);
    if (line === undefined || line.refreshTokens.length < 3) return;
    await requestErrorOf(world.refreshWith(platform.apps[line.app]!, line.refreshTokens[0]!));
    if (!platform.suspended.has(line.installationId)) line.ended = true;
  },
  /** Another app presents the token. */
  async steal(platform: Platform, operation: Operation) {
    const line = pickLine(platform, operation);
    if (line === undefined) return;
    const thief = platform.apps[(line.app + 1) % APPS]!;
    const token = line.refreshTokens.at(-1)!;
    await requestErrorOf(world.refreshWith(thief, token));
    await requestErrorOf(revoke(thief, token));
    await requestErrorOf(revoke(thief, line.accessTokens.at(-1)!.token));
  },
  async revokeAccess(platform: Platform, operation: Operation) {
    const line = pickLine(platform, operation);
    if (line === undefined) return;
    const access = line.accessTokens.at(-1)!;
    await revoke(platform.apps[line.app]!, access.token);
    access.revoked = true;
  },
  async revokeRefresh(platform: Platform, operation: Operation) {
    const line = pickLine(platform, operation);
    if (line === undefined) return;
    await revoke(platform.apps[line.app]!, line.refreshTokens[0]!);
    line.ended = true;
  },
  async uninstall(platform: Platform, operation: Operation) {
    const line = installed(platform, operation);
    if (line === undefined) return;
    const { installationId } = line;
    await uninstall(world.deps, { installationId, party: null }, keyCall());
    platform.suspended.delete(installationId);
    end(platform, (other) => other.installationId === installationId);
  },
  async suspend(platform: Platform, operation: Operation) {
    const line = installed(platform, operation);
    if (line === undefined) return;
    const { installationId } = line;
    const { state } = await getInstallation(world.deps, { installationId }, keyCall());
    if (state === "UNINSTALLED") return;
    await suspendInstallation(world.deps, { installationId, party: null, reasonCode: "X", reasonText: "" }, keyCall());
    platform.suspended.add(installationId);
  },
  async resume(platform: Platform, operation: Operation) {
    const line = installed(platform, operation);
    if (line === undefined) return;
    await resumeInstallation(world.deps, { installationId: line.installationId, party: null }, keyCall());
    platform.suspended.delete(line.installationId);
  },
  async endOfMerchant(platform: Platform, { merchant }: Operation) {
    const { id: merchantId } = platform.merchants[merchant]!;
    await world.tokens.revokeBefore({ subject: { kind: "merchant", merchantId }, notBefore: null }, keyCall());
    end(platform, (line) => line.merchant === merchant);
  },
  async endOfApp(platform: Platform, { app }: Operation) {
    const { clientId } = platform.apps[app]!;
    await world.tokens.revokeBefore({ subject: { kind: "app", clientId }, notBefore: null }, keyCall());
    end(platform, (line) => line.app === app);
  },
};

function pickLine({ lines }: Platform, { pick }: Operation): Line | undefined {
  return lines[pick % Math.max(1, lines.length)];
}

/** The latest line of an app on a merchant. */
function installed({ lines }: Platform, { app, merchant }: Pick<Operation, "app" | "merchant">): Line | undefined {
  return lines.findLast((line) => line.app === app && line.merchant === merchant);
}

function end({ lines }: Platform, isEnded: (line: Line) => boolean): void {
  for (const line of lines.filter(isEnded)) line.ended = true;
}

function revoke(app: TestApp, token: string): Promise<void> {
  return world.tokens.revoke({ credentials: app.credentials, token, tokenTypeHint: "" }, createCall());
}

async function requestErrorOf(attempt: Promise<unknown>): Promise<void> {
  expect(await reasonOf(attempt)).toMatch(/^(refresh_|token_foreign)/);
}

/** Each token introspects as its line expects: active for its app and merchant, or inactive. */
async function expectIsolation({ apps, merchants, lines, suspended }: Platform): Promise<void> {
  const tokens = lines.flatMap(({ accessTokens }) => accessTokens.map(({ token }) => token));
  if (tokens.length === 0) return;
  const expected = lines.flatMap((line) =>
    line.accessTokens.map(({ revoked }) =>
      line.ended || revoked || suspended.has(line.installationId)
        ? { active: false }
        : {
            active: true,
            clientId: apps[line.app]!.clientId,
            merchantId: merchants[line.merchant]!.id,
            installationId: line.installationId,
          },
    ),
  );
  const answers = await world.tokens.batchIntrospect({ tokens, consistency: "fully_consistent" }, createCall());
  expect(answers).toMatchObject(expected);
}

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant("install" as const) },
    { weight: 4, arbitrary: fc.constant("refresh" as const) },
    { weight: 9, arbitrary: fc.constantFrom(...(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])) },
  ),
  app: fc.nat(APPS - 1),
  merchant: fc.nat(MERCHANTS - 1),
  pick: fc.nat(50),
});

describe("tokens of several merchants and apps", () => {
  test("S4 operations on one merchant or app do not affect the tokens of another", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 30, size: "max" }), async (operations) => {
        const platform = await createPlatform();
        for (const one of operations) await OPERATIONS[one.kind](platform, one);
        await expectIsolation(platform);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});
