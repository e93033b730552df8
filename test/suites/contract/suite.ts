import { randomUUID } from "node:crypto";
import type { DescMethodServerStreaming, DescMethodUnary, JsonValue } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AccountService } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { isSessionMissing, oauthErrorOf, requestErrorOf } from "../../../src/rpc/errors.ts";
import { ADDRESS, AUTHORIZATION, REQUEST_ID, SESSION } from "../../../src/rpc/metadata.ts";
import type { Call } from "../../../src/service/call.ts";
import { ISSUER } from "../../support/world/world.ts";
import type { Caller, CallerKind, Outgoing } from "./callers.ts";
import { startCore, type TestCore } from "./core.ts";
import { FAULTS, failingIntrospect, SECRET_CAUSE } from "./faults.ts";
import { createTokenService, FEED_KEEPS, type TestTokenService } from "./token-service.ts";

const { introspect, batchIntrospect, refresh, revoke, revokeBefore, watchRevocations } = TokenService.method;
const { getSession, getSignInOptions, listAccounts } = AccountService.method;

let service: TestTokenService;
let core: TestCore;
let caller: Caller;
const hanging: Call[] = [];

/** The contract of a call for each kind of client, over the real token operations. */
export function contractSuite(kinds: readonly CallerKind[]): void {
  beforeAll(async () => {
    service = await createTokenService();
    core = await startCore(service.deps, { rpcs: failingIntrospect(service.deps, hanging) });
  });
  afterAll(async () => {
    await core.stop();
    await service.close();
  });

  describe.each(kinds)("$name", (kind: CallerKind) => {
    beforeAll(() => {
      caller = kind.open(core);
    });
    afterAll(() => caller.close());

    describe("authentication", () => casesOfAdmission(kind));
    describe("the actor", casesOfActing);
    describe("responses", casesOfAnswers);
    describe("errors", () => casesOfErrors(kind));
    describe("call lifecycle", () => casesOfLife(kind));
    if (kind.streams) describe("WatchRevocations", casesOfWatching);
  });
}

function casesOfAdmission(kind: CallerKind): void {
  if (kind.network) {
    it("B9 no key is UNAUTHENTICATED, not an app's error", async () => {
      const error = await failureOf(introspecting("x", {}));
      expect(withDetails(error)).toEqual({ code: "Unauthenticated", oauth: null, refusal: null });
    });
  }

  it.each([
    ["no key at all", "Bearer hello"],
    ["another scheme", "Basic bGs6bGs="],
    ["a wrong checksum", `Bearer lk_sk_${"0".repeat(71)}`],
  ])("I1 %s is UNAUTHENTICATED", async (_name, authorization) => {
    const error = await failureOf(introspecting("x", { [AUTHORIZATION]: authorization }));
    expect(withDetails(error)).toEqual({ code: "Unauthenticated", oauth: null, refusal: null });
  });

  it("I1 an unknown well-formed key is UNAUTHENTICATED", async () => {
    const key = core.createKey("tokens:introspect");
    core.revokeKey(key);
    const error = await failureOf(introspecting("x", bearer(key)));
    expect(withDetails(error)).toEqual({ code: "Unauthenticated", oauth: null, refusal: null });
  });

  it("I1 a key without the permission is PERMISSION_DENIED, not an app's error", async () => {
    const error = await failureOf(introspecting("x", bearer(core.createKey("tokens:forward", "tokens:revoke"))));
    expect(withDetails(error)).toEqual({ code: "PermissionDenied", oauth: null, refusal: null });
    expect(error.rawMessage).toBe("the service key lacks the permission tokens:introspect");
  });

  it("a session does not replace a permission", async () => {
    const headers = { ...bearer(core.createKey("web:act")), [SESSION]: core.createSession().token };
    const error = await failureOf(introspecting("x", headers));
    expect(withDetails(error)).toEqual({ code: "PermissionDenied", oauth: null, refusal: null });
  });

  it("a session without the role is rejected before the fields are validated", async () => {
    const headers = { ...bearer(core.createKey("web:act")), [SESSION]: core.createSession().token };
    const error = await failureOf(ask(revokeBefore, {}, headers));
    expect(withDetails(error)).toEqual({ code: "PermissionDenied", oauth: null, refusal: "OPERATOR_ONLY" });
  });
}

function casesOfActing(): void {
  it("with web:act it is the account of the session", async () => {
    const { token, actor } = core.createSession();
    const headers = { ...bearer(core.createKey("web:act")), [SESSION]: token };
    const { json } = await caller.call(ask(getSession, {}, headers));
    expect(json).toMatchObject({ account: { accountId: actor.accountId } });
  });

  it.each([
    ["no session", {}],
    ["a session that is over", { [SESSION]: "gone" }],
  ])("with web:act and %s: UNAUTHENTICATED with reason SESSION, not the key's error", async (_name, session) => {
    const error = await failureOf(ask(getSession, {}, { ...bearer(core.createKey("web:act")), ...session }));
    expect(withDetails(error)).toEqual({ code: "Unauthenticated", oauth: null, refusal: "SESSION" });
    expect(isSessionMissing(error)).toBe(true);
  });

  it("it is null for an RPC before sign-in", async () => {
    await caller.call(ask(getSignInOptions, {}, bearer(core.createKey("web:act"))));
    expect(core.seen.at(-1)).toMatchObject({ actor: null });
  });

  it("it is the key itself by its own permission, without an address", async () => {
    const headers = { ...bearer(core.createKey("accounts:read")), [ADDRESS]: "192.0.2.7" };
    await caller.call(ask(listAccounts, {}, headers));
    expect(core.seen.at(-1)).toMatchObject({ actor: null, address: null });
  });

  it("the address is the one that the gateway sends", async () => {
    const headers = { ...bearer(core.createKey("web:act")), [ADDRESS]: "2001:db8::7" };
    await caller.call(ask(getSignInOptions, {}, headers));
    expect(core.seen.at(-1)).toMatchObject({ address: "2001:db8::7" });
  });
}

function casesOfAnswers(): void {
  it("I2 a malformed token is inactive, in an explicit field", async () => {
    const { json } = await caller.call(introspecting("garbage", introspector()));
    expect(json).toEqual({ active: false });
  });

  it("an active token with all members", async () => {
    const pair = await service.install();
    const { json } = await caller.call(introspecting(pair.accessToken, introspector()));
    expect(json).toMatchObject({
      active: true,
      scopes: ["orders:read", "orders:write"],
      clientId: service.credentials.clientId,
      merchantId: service.merchantId,
      installationId: pair.installationId,
      accountId: service.accountId,
      tokenKind: "TOKEN_KIND_ACCESS",
      tokenType: "Bearer",
      issuer: ISSUER,
    });
  });

  it("the cached response equals the one from the database, alone and in a batch", async () => {
    const { accessToken } = await service.install();
    const fromDatabase = {
      ...introspecting(accessToken, introspector()),
      message: { token: accessToken, consistency: 2 },
    };
    const { json: first } = await caller.call(fromDatabase as Outgoing);
    const { json: second } = await caller.call(introspecting(accessToken, introspector()));
    const both = { tokens: [accessToken, accessToken] };
    const { json: third } = await caller.call(ask(batchIntrospect, both, introspector()));
    // A dynamic client returns a duration as a message.
    const left = (answer: unknown) => {
      const { validFor } = answer as { validFor: string | { seconds: string; nanos: number } };
      if (typeof validFor === "string") return Number.parseFloat(validFor);
      return Number(validFor.seconds) + validFor.nanos / 1e9;
    };
    const { results } = third as { results: [object, object] };
    for (const later of [second, ...results]) {
      expect({ ...(later as object), validFor: "" }).toEqual({ ...(first as object), validFor: "" });
      expect(left(later)).toBeLessThanOrEqual(left(first));
      expect(left(later)).toBeGreaterThan(3_500);
    }
  });

  it("a thousand concurrent tokens, in order", async () => {
    const { accessToken } = await service.install();
    const tokens = [...Array<string>(999).fill("g".repeat(80)), accessToken];
    const { json } = await caller.call(ask(batchIntrospect, { tokens }, introspector()));
    const results = (json as { results: { active: boolean }[] }).results;
    expect(results.map(({ active }) => active)).toEqual([...Array<boolean>(999).fill(false), true]);
  });

  it("T1 a refresh", async () => {
    const { refreshToken } = await service.install();
    const { json } = await caller.call(ask(refresh, { credentials: toMessage(service), refreshToken }, forwarder()));
    expect(json).toMatchObject({ tokenType: "Bearer", expiresIn: 3600, merchantId: service.merchantId });
  });
}

function casesOfErrors(kind: CallerKind): void {
  const refreshing = (secret: string, refreshToken: string) =>
    ask(refresh, { credentials: toMessage(service, secret), refreshToken }, forwarder());

  it("L1 RFC 6749 §5.2 a wrong secret is UNAUTHENTICATED with invalid_client", async () => {
    const error = await failureOf(refreshing("wrong", "x"));
    expect(withDetails(error)).toEqual({ code: "Unauthenticated", oauth: "invalid_client", refusal: null });
  });

  it("RFC 6749 §5.2 an unknown refresh token is FAILED_PRECONDITION with invalid_grant and its sentence", async () => {
    const error = await failureOf(refreshing(service.credentials.proof.secret, "x"));
    expect(withDetails(error)).toEqual({ code: "FailedPrecondition", oauth: "invalid_grant", refusal: null });
    expect(oauthErrorOf(error)).toMatchObject({
      description: "The refresh token is invalid, expired or revoked, or was issued to another app.",
      throttled: false,
      retryAfter: null,
    });
  });

  it("a validation error names its fields", async () => {
    const error = await failureOf(ask(revokeBefore, {}, bearer(core.createKey("tokens:revoke"))));
    expect(withDetails(error)).toEqual({ code: "InvalidArgument", oauth: null, refusal: "INVALID" });
    expect(requestErrorOf(error)).toMatchObject({
      message: "The request does not say whose tokens to revoke.",
      violations: [{ field: "subject", description: "Name an app or a merchant, or set `everything` to true." }],
    });
  });

  it("I4 a storage error is UNAVAILABLE with RetryInfo, never a result", async () => {
    const error = await failureOf(introspecting(FAULTS.storage, introspector()));
    expect(withDetails(error)).toEqual({ code: "Unavailable", oauth: "temporarily_unavailable", refusal: null });
    expect(oauthErrorOf(error)).toMatchObject({ throttled: false, retryAfter: 1 });
    expect(JSON.stringify(error)).not.toContain(SECRET_CAUSE);
  });

  it("L6 a limit is RESOURCE_EXHAUSTED", async () => {
    const error = await failureOf(introspecting(FAULTS.limit, introspector()));
    expect(withDetails(error)).toEqual({
      code: "ResourceExhausted",
      oauth: "temporarily_unavailable",
      refusal: null,
    });
    expect(oauthErrorOf(error)).toMatchObject({ throttled: true, retryAfter: 42 });
  });

  it("an internal error is INTERNAL without details; the log has its cause", async () => {
    const requestId = randomUUID();
    const headers = { ...introspector(), [REQUEST_ID]: requestId };
    const error = await failureOf(introspecting(FAULTS.defect, headers));
    expect(withDetails(error)).toEqual({ code: "Internal", oauth: null, refusal: null });
    expect(error.rawMessage).toBe("internal error");
    expect(`${error.cause} ${JSON.stringify(error)}`).not.toContain(SECRET_CAUSE);
    expect(core.logOf(requestId)).toMatchObject([{ level: 50, code: "Internal", err: { message: SECRET_CAUSE } }]);
  });

  if (kind.network) {
    it("B9 an oversize request is RESOURCE_EXHAUSTED", async () => {
      const error = await failureOf(introspecting("x".repeat(70 * 1024), introspector()));
      expect(withDetails(error)).toEqual({ code: "ResourceExhausted", oauth: null, refusal: null });
    });
  }
}

/**
 * Sends a call whose operation waits until the deadline. Repeats with a longer deadline if it passed before the call reached the operation.
 */
async function hangUntilDeadline(timeoutMs: number): Promise<{ requestId: string; error: ConnectError }> {
  const requestId = randomUUID();
  const headers = { ...introspector(), [REQUEST_ID]: requestId };
  const error = await failureOf({ ...introspecting(FAULTS.hang, headers), timeoutMs });
  const isUnderWay = callOf(requestId) !== undefined || Code[error.code] !== "DeadlineExceeded" || timeoutMs > 10_000;
  return isUnderWay ? { requestId, error } : hangUntilDeadline(2 * timeoutMs);
}

function casesOfLife(kind: CallerKind): void {
  it("ends at the caller's deadline, and the operation is aborted", async () => {
    const { requestId, error } = await hangUntilDeadline(kind.process ? 1_500 : 100);
    expect(Code[error.code]).toBe("DeadlineExceeded");
    await vi.waitFor(() => expect(callOf(requestId)?.signal?.aborted).toBe(true), 30_000);
    // The client's timer may fire first; the client then closes the call.
    await vi.waitFor(() => expect(codeOf(requestId)).toMatch(/DeadlineExceeded|Canceled/), 30_000);
  });

  if (!kind.process) {
    it("ends when the caller cancels, and the operation is aborted", async () => {
      const requestId = randomUUID();
      const headers = { ...introspector(), [REQUEST_ID]: requestId };
      const leaving = new AbortController();
      const outcome = caller
        .call({ ...introspecting(FAULTS.hang, headers), signal: leaving.signal })
        .catch(() => "left");
      await vi.waitFor(() => expect(callOf(requestId)).toBeDefined(), 30_000);
      leaving.abort();
      expect(await outcome).toBe("left");
      await vi.waitFor(() => expect(callOf(requestId)?.signal?.aborted).toBe(true), 30_000);
      await vi.waitFor(() => expect(codeOf(requestId)).toBe("Canceled"), 30_000);
    });
  }

  it("has the caller's request id, in the log and in the response", async () => {
    const sent = randomUUID();
    const { requestId } = await caller.call(introspecting("x", { ...introspector(), [REQUEST_ID]: sent }));
    if (!kind.process) expect(requestId).toBe(sent);
    expect(core.logOf(sent)).toMatchObject([{ rpc: "latchkey.v1.TokenService/Introspect", code: "OK" }]);
  });

  it("has a new request id if the caller's is invalid", async () => {
    const { requestId } = await caller.call(introspecting("x", { ...introspector(), [REQUEST_ID]: "a b" }));
    if (!kind.process) expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(core.logOf("a b")).toEqual([]);
  });
}

interface Seen {
  event?: { cursor: string; familyId?: string; kind: string; eventId: string };
  heartbeat?: { cursor: string; ageMs?: string; elapsedMs?: string };
  reset?: { cursor: string };
}

/** A stream that is read until the expected message arrives. */
function watch(cursor: string, headers: Record<string, string> = introspector()) {
  const leaving = new AbortController();
  const method = watchRevocations as unknown as DescMethodServerStreaming;
  const messages = caller.stream!({ method, message: { cursor } as never, headers, signal: leaving.signal });
  const seen: Seen[] = [];
  const over = (async () => {
    for await (const message of messages) seen.push(message as JsonValue as Seen);
  })().catch((error: unknown) => error);
  return {
    seen,
    over,
    /** The first matching message. */
    until: <T>(find: (message: Seen) => T | undefined) =>
      vi.waitFor(() => {
        const found = seen.map(find).find((one) => one !== undefined);
        if (found === undefined) throw new Error(`not among ${JSON.stringify(seen)}`);
        return found;
      }, 30_000),
    async leave() {
      leaving.abort();
      await over;
    },
  };
}

const eventOf = (familyId: string) => (message: Seen) =>
  message.event?.familyId === familyId ? message.event : undefined;
const isReset = (message: Seen) => message.reset;
const isHeartbeat = (message: Seen) => message.heartbeat;

async function revokeFamily(): Promise<string> {
  const { refreshToken } = await service.install();
  const looked = { token: refreshToken!, tokenTypeHint: "refresh_token" };
  const { json } = await caller.call(ask(introspect, looked, introspector()));
  await caller.call(ask(revoke, { credentials: toMessage(service), token: refreshToken }, forwarder()));
  return (json as { familyId: string }).familyId;
}

/** The feed's cursor after more than this number of events. */
async function cursorPast(events: number): Promise<string> {
  for (;;) {
    const stream = watch("");
    const { cursor } = await stream.until(isReset);
    await stream.leave();
    if (Number(cursor.split(".")[1]) > events) return cursor;
    await revokeFamily();
  }
}

function casesOfWatching(): void {
  it("from now on starts with a reset, then sends heartbeats and each event once", async () => {
    const stream = watch("");
    const { cursor } = await stream.until(isReset);
    const beat = await stream.until(isHeartbeat);
    expect(beat.cursor).toBe(cursor);
    const familyId = await revokeFamily();
    const event = await stream.until(eventOf(familyId));
    expect(event).toMatchObject({ kind: "REVOCATION_KIND_REVOKED" });
    await stream.until((message) => (message.heartbeat?.cursor === event.cursor ? true : undefined));
    expect(stream.seen.filter(isReset)).toHaveLength(1);
    expect(stream.seen.filter((message) => message.event?.eventId === event.eventId)).toHaveLength(1);
    await stream.leave();
  });

  it("continues from a cursor with the missed events, without a reset", async () => {
    const before = watch("");
    const { cursor } = await before.until(isReset);
    await before.leave();
    const missed = [await revokeFamily(), await revokeFamily()];
    const stream = watch(cursor);
    await stream.until(isHeartbeat);
    const families = stream.seen.flatMap(({ event }) => event?.familyId ?? []);
    expect(families).toEqual(missed);
    expect(stream.seen.filter(isReset)).toEqual([]);
    await stream.leave();
  });

  it.each([
    ["of another epoch", (cursor: string) => cursor.replace(/^......../, "01234567")],
    ["of an event that has not happened", (cursor: string) => withNumber(cursor, (number) => `${number}000`)],
    ["of before what the feed holds", (cursor: string) => withNumber(cursor, () => "1")],
    ["of another event under the same number", (cursor: string) => cursor.replace(/[^.]{8}$/, "01234567")],
    ["that nobody told", () => "yesterday"],
  ])("starts with a reset at a cursor %s", async (_name, change) => {
    const cursor = await cursorPast(2 * FEED_KEEPS);
    const stream = watch(change(cursor));
    const reset = await stream.until(isReset);
    expect(stream.seen[0]).toEqual({ reset });
    expect(reset.cursor).toBe(cursor);
    await stream.leave();
  });

  it("is rejected for a key without the permission", async () => {
    const stream = watch("", forwarder());
    const failure = await stream.over;
    expect(failure).toBeInstanceOf(ConnectError);
    expect(withDetails(failure as ConnectError)).toEqual({ code: "PermissionDenied", oauth: null, refusal: null });
    expect(stream.seen).toEqual([]);
  });

  it("ends when the caller cancels", async () => {
    const requestId = randomUUID();
    const stream = watch("", { ...introspector(), [REQUEST_ID]: requestId });
    await stream.until(isHeartbeat);
    await stream.leave();
    await vi.waitFor(() => expect(codeOf(requestId)).toBe("Canceled"), 30_000);
  });
}

/** A cursor is `epoch.number.event`. */
function withNumber(cursor: string, change: (number: string) => string): string {
  const [epoch, number, event] = cursor.split(".");
  return [epoch, change(number!), event].join(".");
}

const bearer = (key: string) => ({ [AUTHORIZATION]: `Bearer ${key}` });
const introspector = () => bearer(core.createKey("tokens:introspect"));
const forwarder = () => bearer(core.createKey("tokens:forward"));

function ask(method: unknown, message: object, headers: Record<string, string>): Outgoing {
  return { method: method as DescMethodUnary, message: message as Outgoing["message"], headers };
}

const introspecting = (token: string, headers: Record<string, string>) => ask(introspect, { token }, headers);

function toMessage(of: TestTokenService, secret = of.credentials.proof.secret) {
  return { clientId: of.credentials.clientId, proof: { case: "clientSecret", value: secret } };
}

/** The error of a call that must fail. */
async function failureOf(outgoing: Outgoing): Promise<ConnectError> {
  const outcome = await caller.call(outgoing).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ConnectError);
  return outcome as ConnectError;
}

const withDetails = (error: ConnectError) => ({
  code: Code[error.code],
  oauth: oauthErrorOf(error)?.error ?? null,
  refusal: requestErrorOf(error)?.reason ?? null,
});

const callOf = (requestId: string) => hanging.find((call) => call.requestId === requestId);

const codeOf = (requestId: string) => core.logOf(requestId)[0]?.code;
