import fc from "fast-check";
import { expect } from "vitest";
import { OAuthError } from "../../../../src/oauth/errors.ts";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { resumeMerchant } from "../../../../src/service/accounts/resume-merchant.ts";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { uninstallByApp } from "../../../../src/service/installations/uninstall-by-app.ts";
import type { Introspection } from "../../../../src/service/tokens/introspection.ts";
import type { TokenPair } from "../../../../src/service/tokens/token-pair.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { CHALLENGE, createCall, REDIRECT_URI, VERIFIER } from "../../../support/world/tokens.ts";
import {
  ACCESS_TTL,
  type AccessModel,
  CODE_TTL,
  type CodeModel,
  type FamilyModel,
  type Model,
  REFRESH_TTL,
  type RefreshModel,
  SCOPES,
} from "./model.ts";
import type { Stage } from "./stage.ts";

/** A command that runs on the model and on the service, and must have equal results. */
type Step = fc.AsyncCommand<Model, Stage>;

const ANY = fc.nat(1_000);
const APP = fc.nat(3);
const MERCHANT = fc.nat(2);
const SIDE = fc.constantFrom("APP", "MERCHANT", "OPERATOR");
const SOME = fc.subarray(SCOPES, { minLength: 1 });

/** Every command, weighted by how often it occurs in use. */
export const COMMANDS: fc.Arbitrary<Step>[] = [
  ...times(
    5,
    fc.tuple(APP, MERCHANT, SOME).map((parts) => issue(...parts)),
  ),
  ...times(
    8,
    fc.tuple(ANY, other(), malformed(), malformed()).map((parts) => exchange(...parts)),
  ),
  ...times(
    12,
    fc.tuple(ANY, other(), fc.option(SOME, { freq: 3 })).map((parts) => refresh(...parts)),
  ),
  ...times(4, ANY.map(introspect)),
  ...times(2, fc.constantFrom(30, 30, 30, 60, 600).map(pass)),
  fc.tuple(ANY, other()).map((parts) => revoke(...parts)),
  fc
    .tuple(APP, MERCHANT, fc.constantFrom("suspend", "resume", "resume", "uninstall"), SIDE)
    .map((parts) => change(...parts)),
  fc.oneof(
    fc.constantFrom(3600, REFRESH_TTL).map(pass),
    fc.tuple(APP, MERCHANT).map((parts) => appUninstall(...parts)),
    APP.map((app) => revokeBefore({ app })),
    MERCHANT.map((merchant) => revokeBefore({ merchant })),
    fc.constantFrom(revokeBefore({}), close(0), close(1)),
  ),
  ...times(
    2,
    fc.tuple(MERCHANT, fc.constantFrom("suspend", "resume", "resume")).map((parts) => changeMerchant(...parts)),
  ),
  ...times(
    2,
    fc.tuple(APP, fc.constantFrom("suspend", "resume", "resume")).map((parts) => changeApp(...parts)),
  ),
];

function times<T>(count: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T>[] {
  return new Array<fc.Arbitrary<T>>(count).fill(arbitrary);
}

/** The app that presents a code or token: usually null, which means its owner, sometimes another app. */
function other(): fc.Arbitrary<number | null> {
  return fc.option(APP, { freq: 1 }).chain((app) => fc.constantFrom(null, null, null, null, app));
}

function malformed(): fc.Arbitrary<boolean> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
}

function step(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, stage: Stage) => Promise<void>,
): Step {
  return { check, run, toString: () => name };
}

/** The result of a call: its response, or the OAuth error code. */
async function outcomeOf<T>(work: Promise<T>): Promise<{ code: string; answer: T | null }> {
  try {
    return { code: "ok", answer: await work };
  } catch (error) {
    if (error instanceof OAuthError) return { code: error.code, answer: null };
    throw error;
  }
}

function issue(app: number, merchant: number, scopes: string[]): Step {
  return step(
    `issue(${app}, ${merchant}, ${scopes})`,
    () => true,
    async (model, { world, apps, merchants }) => {
      const { confidential } = model.apps[app]!;
      const { id: merchantId, ownerId: accountId } = merchants[merchant]!;
      const challenge = confidential
        ? { codeChallenge: "", codeChallengeMethod: "" }
        : { codeChallenge: CHALLENGE, codeChallengeMethod: "S256" };
      const request = {
        clientId: apps[app]!.clientId,
        redirectUri: REDIRECT_URI,
        scopes,
        requestedScopes: [],
        state: "s",
        merchantId,
        accountId,
      };
      const allowed = model.mayIssue(app, merchant);
      const { answer } = await outcomeOf(world.tokens.issue({ ...request, ...challenge }, createCall()));
      expect(answer !== null).toBe(allowed);
      if (answer === null) return;
      if (model.installation(app, merchant) === undefined) {
        const fresh = {
          state: "PENDING",
          version: 0,
          suspendedBy: new Set<string>(),
          granted: [],
          endedAt: 0,
        } as const;
        model.installations.push({ app, merchant, ...fresh, granted: [] });
      }
      const expiresAt = model.now + CODE_TTL;
      model.codes.push({ text: answer.code, app, merchant, scopes, order: model.next(), expiresAt, family: null });
    },
  );
}

function exchange(at: number, otherApp: number | null, otherUri: boolean, otherVerifier: boolean): Step {
  const name = `exchange(${at}, by ${otherApp ?? "its app"}${otherUri ? ", other URI" : ""}${otherVerifier ? ", other verifier" : ""})`;
  return step(
    name,
    ({ codes }) => codes.length > 0,
    async (model, { world, apps, merchants }) => {
      const code = chooseCode(model, at);
      const app = otherApp ?? code.app;
      const isPublic = !model.apps[code.app]!.confidential;
      const codeVerifier = otherVerifier ? "x".repeat(43) : isPublic ? VERIFIER : "";
      const redirectUri = otherUri ? `${REDIRECT_URI}/x` : REDIRECT_URI;
      const request = { credentials: apps[app]!.credentials, code: code.text, redirectUri, codeVerifier };
      const expected = model.exchange(code, { app, redirectUri: !otherUri, verifier: !otherVerifier });
      const { code: got, answer } = await outcomeOf(world.tokens.exchange(request, createCall()));
      expect(got).toBe(expected);
      if (answer === null) return;
      expect(answer.merchantId).toBe(merchants[code.merchant]!.id);
      const place = model.installation(code.app, code.merchant)!;
      if (place.state !== "ACTIVE") Object.assign(place, { state: "ACTIVE", version: place.version + 1 });
      place.granted = code.scopes;
      const { merchant, scopes, order } = code;
      const family: FamilyModel = {
        app: code.app,
        merchant,
        scopes,
        order,
        ended: false,
        current: null,
        accepted: false,
        lateParent: false,
      };
      code.family = family;
      keepPair(model, family, { answer, scopes });
    },
  );
}

/** Usually the newest unused code. */
function chooseCode({ codes }: Model, at: number): CodeModel {
  const unused = codes.findLast(({ family }) => family === null);
  return at % 4 === 0 || unused === undefined ? codes[at % codes.length]! : unused;
}

/** Usually the current token of a family, sometimes its parent, rarely any token. */
function chooseRefreshToken(model: Model, at: number): RefreshModel {
  const all = refreshTokensOf(model);
  const live = all.filter(({ family }) => !family.ended);
  const current = live.filter((token) => token.family.current === token);
  const parents = live.filter(({ rotated, family }) => rotated !== null && rotated.next === family.current);
  const among = at % 8 === 0 ? all : at % 4 === 1 ? parents : current;
  return among.length === 0 ? all.at(-1)! : among[at % among.length]!;
}

/** Adds the tokens of a response to the model: a new pair, or an access token for the same refresh token. */
function keepPair(
  model: Model,
  family: FamilyModel,
  { answer, scopes }: { answer: TokenPair; scopes: string[] },
): AccessModel {
  const access: AccessModel = {
    kind: "access",
    text: answer.accessToken,
    family,
    scopes,
    expiresAt: model.now + ACCESS_TTL,
    revoked: false,
  };
  model.tokens.push(access);
  expect(answer.scopes).toEqual(model.effective(scopes, family));
  if (answer.refreshToken !== null && answer.refreshToken !== family.current?.text) {
    const expiresAt = model.now + REFRESH_TTL;
    const next: RefreshModel = { kind: "refresh", text: answer.refreshToken, family, expiresAt, rotated: null };
    model.tokens.push(next);
    family.current = next;
    family.accepted = false;
  }
  return access;
}

const refreshTokensOf = ({ tokens }: Model): RefreshModel[] => tokens.filter((token) => token.kind === "refresh");

function refresh(at: number, otherApp: number | null, scopes: string[] | null): Step {
  const name = `refresh(${at}, by ${otherApp ?? "its app"}, ${scopes ?? "as granted"})`;
  return step(
    name,
    (model) => refreshTokensOf(model).length > 0,
    async (model, { world, apps, merchants }) => {
      const token = chooseRefreshToken(model, at);
      const { family } = token;
      const app = otherApp ?? family.app;
      const requested = scopes ?? [];
      const expected = model.refresh(token, { app, scopes: requested });
      const request = { credentials: apps[app]!.credentials, refreshToken: token.text, scopes: requested };
      const { code, answer } = await outcomeOf(world.tokens.refresh(request, createCall()));
      expect(answer === null ? code : "ok").toBe(["rotate", "replay", "keep"].includes(expected) ? "ok" : expected);
      if (answer === null) return;
      expect(answer.merchantId).toBe(merchants[family.merchant]!.id);
      if (expected === "replay") {
        expect(answer.refreshToken).toBe(token.rotated!.next.text);
        expect(answer.accessToken).toBe(token.rotated!.access.text);
        return;
      }
      if (expected === "keep") {
        expect(answer.refreshToken).toBe(token.text);
        family.accepted = true;
      } else expect(model.tokens.map(({ text }) => text)).not.toContain(answer.refreshToken);
      const wanted = requested.length === 0 ? family.scopes : requested;
      const access = keepPair(model, family, { answer, scopes: wanted });
      if (expected === "rotate") token.rotated = { at: model.now, asked: wanted, next: family.current!, access };
    },
  );
}

function revoke(at: number, otherApp: number | null): Step {
  return step(
    `revoke(${at}, by ${otherApp ?? "its app"})`,
    ({ tokens }) => tokens.length > 0,
    async (model, { world, apps }) => {
      const token = model.tokens[at % model.tokens.length]!;
      const app = otherApp ?? token.family.app;
      const request = { credentials: apps[app]!.credentials, token: token.text, tokenTypeHint: "" };
      const { code } = await outcomeOf(world.tokens.revoke(request, createCall()));
      expect(code).toBe(model.revoke(token, app));
    },
  );
}

function introspect(at: number): Step {
  return step(
    `introspect(${at})`,
    ({ tokens }) => tokens.length > 0,
    async (model, stage) => {
      const token = model.tokens[at % model.tokens.length]!;
      await compare(model, stage, token);
    },
  );
}

/** Compares the introspection of one token with the model; S4: it never shows another merchant or app. */
async function compare(
  model: Model,
  { world, apps, merchants }: Stage,
  token: AccessModel | RefreshModel,
): Promise<void> {
  const tokenTypeHint = token.kind === "refresh" ? "refresh_token" : "";
  const request = { token: token.text, tokenTypeHint, consistency: "fully_consistent" } as const;
  const seen: Introspection = await world.tokens.introspect(request, createCall());
  const scopes = model.expectedScopes(token);
  expect(seen.active, `${token.kind} token of app ${token.family.app} on merchant ${token.family.merchant}`).toBe(
    scopes !== null,
  );
  if (!seen.active) return;
  const { family } = token;
  expect(seen.scopes).toEqual(scopes);
  expect(seen.merchantId).toBe(merchants[family.merchant]!.id);
  expect(seen.clientId).toBe(apps[family.app]!.clientId);
  expect(seen.accountId).toBe(merchants[family.merchant]!.ownerId);
  expect(seen.installationVersion).toBe(model.installation(family.app, family.merchant)!.version);
}

/** Compares every issued token. */
export async function compareAll(model: Model, stage: Stage): Promise<void> {
  for (const token of model.tokens) await compare(model, stage, token);
}

function change(
  app: number,
  merchant: number,
  what: "suspend" | "resume" | "uninstall",
  party: "APP" | "MERCHANT" | "OPERATOR",
): Step {
  const check = (model: Model) => model.installation(app, merchant) !== undefined;
  return step(`${what}(${app}, ${merchant}, ${party})`, check, async (model, stage) => {
    const place = model.installation(app, merchant)!;
    const installationId = await stage.installationId(app, merchant);
    const installed = place.state === "ACTIVE";
    const { deps } = stage.world;
    if (what === "uninstall") {
      await uninstall(deps, { installationId, party }, keyCall());
      if (installed) place.state = "UNINSTALLED";
      place.endedAt = model.next();
      place.suspendedBy.delete(party);
    } else if (what === "suspend") {
      const work = suspendInstallation(
        deps,
        { installationId, party, reasonCode: "OTHER", reasonText: "x" },
        keyCall(),
      );
      expect(
        await work.then(
          () => true,
          () => false,
        ),
      ).toBe(installed);
      if (installed) place.suspendedBy.add(party);
    } else {
      const work = resumeInstallation(deps, { installationId, party }, keyCall());
      const allowed = place.suspendedBy.has(party) || place.suspendedBy.size === 0;
      expect(
        await work.then(
          () => true,
          () => false,
        ),
      ).toBe(allowed);
      place.suspendedBy.delete(party);
    }
  });
}

function appUninstall(app: number, merchant: number): Step {
  return step(
    `uninstallByApp(${app}, ${merchant})`,
    () => true,
    async (model, { world, apps, merchants }) => {
      const { credentials } = apps[app]!;
      await uninstallByApp(world.deps, { credentials, merchantId: merchants[merchant]!.id }, createCall());
      const place = model.installation(app, merchant);
      if (place === undefined) return;
      if (place.state === "ACTIVE") place.state = "UNINSTALLED";
      place.endedAt = model.next();
      place.suspendedBy.delete("APP");
    },
  );
}

function changeMerchant(merchant: number, what: "suspend" | "resume"): Step {
  const check = (model: Model) => model.merchants[merchant]!.state !== "CLOSED";
  return step(`${what}Merchant(${merchant})`, check, async (model, { world, merchants }) => {
    const { id: merchantId } = merchants[merchant]!;
    if (what === "suspend")
      await suspendMerchant(world.deps, { merchantId, reasonCode: "OTHER", reasonText: "x" }, keyCall());
    else await resumeMerchant(world.deps, { merchantId }, keyCall());
    model.merchants[merchant]!.state = what === "suspend" ? "SUSPENDED" : "ACTIVE";
  });
}

function close(merchant: number): Step {
  return step(
    `closeMerchant(${merchant})`,
    () => true,
    async (model, { world, merchants }) => {
      await closeMerchant(world.deps, { merchantId: merchants[merchant]!.id }, keyCall());
      Object.assign(model.merchants[merchant]!, { state: "CLOSED", endedAt: model.next() });
    },
  );
}

function changeApp(app: number, what: "suspend" | "resume"): Step {
  const check = (model: Model) => model.apps[app]!.suspended === (what === "resume");
  return step(`${what}App(${app})`, check, async (model, { world, apps }) => {
    const { clientId } = apps[app]!;
    if (what === "suspend") await suspendApp(world.deps, { clientId, reasonCode: "OTHER", reasonText: "x" }, keyCall());
    else await resumeApp(world.deps, { clientId }, keyCall());
    model.apps[app]!.suspended = what === "suspend";
  });
}

function revokeBefore({ app, merchant }: { app?: number; merchant?: number }): Step {
  const name = app !== undefined ? `app ${app}` : merchant !== undefined ? `merchant ${merchant}` : "everything";
  return step(
    `revokeBefore(${name})`,
    () => true,
    async (model, { world, apps, merchants }) => {
      const at = model.next();
      const call = keyCall();
      if (app !== undefined) {
        await world.tokens.revokeBefore(
          { subject: { kind: "app", clientId: apps[app]!.clientId }, notBefore: null },
          call,
        );
        model.apps[app]!.endedAt = at;
      } else if (merchant !== undefined) {
        const { id: merchantId } = merchants[merchant]!;
        await world.tokens.revokeBefore({ subject: { kind: "merchant", merchantId }, notBefore: null }, call);
        model.merchants[merchant]!.endedAt = at;
      } else {
        await world.tokens.revokeBefore({ subject: { kind: "everything" }, notBefore: null }, call);
        model.everythingEndedAt = at;
      }
    },
  );
}

function pass(seconds: number): Step {
  return step(
    `${seconds} s pass`,
    () => true,
    async (model, { world }) => {
      await world.age(seconds);
      model.now += seconds;
    },
  );
}
