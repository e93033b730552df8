import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { NO_PAUSES, type PauseDetector } from "../../../../src/observe/pause-detector.ts";
import { canceled } from "../../../../src/rpc/errors.ts";
import { AUTHORIZATION, MAY_BE_LATE } from "../../../../src/rpc/metadata.ts";
import { CallLifecycle, type FinishedCall } from "../../../../src/rpc/transports/call-lifecycle.ts";
import type { Implementation } from "../../../../src/rpc/transports/implementation.ts";
import { type Route, routesOf, type StreamRoute, type UnaryRoute } from "../../../../src/rpc/transports/routes.ts";
import type { Call, Permission } from "../../../../src/service/call.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

const same = <T>(response: T): T => response;

type Handlers = Partial<Implementation<typeof TokenService>>;

interface Given {
  timeoutMs?: number;
  pauses?: PauseDetector;
  /** Permissions of the key beside `tokens:introspect`. */
  permissions?: Permission[];
  headers?: Record<string, string>;
}

/** The lifecycle of one admitted RPC with every permission, and everything that it reports. */
function begin(handlers: Handlers, rpc: "introspect" | "watchRevocations", given: Given = {}) {
  const { timeoutMs = null, pauses = NO_PAUSES, permissions = [], headers = {} } = given;
  const routes = routesOf(TokenService, handlers as Implementation<typeof TokenService>);
  const route = routes.find(({ method }) => method.localName === rpc) as Route;
  const finished: FinishedCall[] = [];
  const late: unknown[] = [];
  const lifecycle = new CallLifecycle(
    route,
    {
      transport: "direct",
      metadata: (name) => (name === AUTHORIZATION ? "Bearer k" : (headers[name] ?? null)),
      timeoutMs,
      findCaller: () => ({
        kind: "key",
        keyId: "k",
        name: "k",
        permissions: new Set<Permission>(["tokens:introspect", ...permissions]),
      }),
    },
    {
      resolveSession: async () => null,
      onFinish: (call) => finished.push(call),
      onLateFailure: (_requestId, error) => late.push(error),
      pauses,
    },
  );
  const request = () => create(route.method.input);
  return {
    lifecycle,
    finished,
    late,
    codes: () => finished.map(({ error }) => (error === null ? "OK" : Code[error.code])),
    answerUnadmitted: () => lifecycle.answer(route as UnaryRoute, request, same),
    async answer() {
      await lifecycle.admit();
      return lifecycle.answer(route as UnaryRoute, request, same);
    },
    async *stream() {
      await lifecycle.admit();
      yield* lifecycle.stream(route as StreamRoute, request);
    },
  };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "OK",
    (error: unknown) => Code[(error as ConnectError).code],
  );

const forever = () => new Promise<never>(() => {});

describe("the deadline", () => {
  it("B9 without a deadline of the caller is 10 seconds", async () => {
    const { answer, codes } = begin({ introspect: forever }, "introspect");
    const outcome = codeOf(answer());
    await vi.advanceTimersByTimeAsync(9_999);
    expect(codes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([await outcome, codes()]).toEqual(["DeadlineExceeded", ["DeadlineExceeded"]]);
  });

  it("of the caller is limited to 10 seconds", async () => {
    const { answer } = begin({ introspect: forever }, "introspect", { timeoutMs: 3_600_000 });
    const outcome = codeOf(answer());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toBe("DeadlineExceeded");
  });

  it("that has passed during a busy event loop ends the call before its timer fires", async () => {
    let call: Call | undefined;
    const introspect = (_request: unknown, of: Call) => {
      call = of;
      return forever();
    };
    const { answer } = begin({ introspect }, "introspect", { timeoutMs: 9_000 });
    const outcome = codeOf(answer());
    await vi.advanceTimersByTimeAsync(0);
    expect(call?.ended).toBe(false);
    // The timers of this suite are fired manually.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 9_000);
    expect(call?.ended).toBe(true);
    clock.mockRestore();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await outcome).toBe("DeadlineExceeded");
  });

  it("that has passed on arrival ends the call", async () => {
    const { answer } = begin({ introspect: forever }, "introspect", { timeoutMs: -5 });
    const outcome = codeOf(answer());
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe("DeadlineExceeded");
  });

  it("of a stream exists only if the caller sets one", async () => {
    const { lifecycle, stream, codes } = begin({ watchRevocations: endless }, "watchRevocations");
    const first = stream().next();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(codes()).toEqual([]);
    lifecycle.end(canceled());
    expect(await codeOf(first)).toBe("Canceled");
  });

  it("has no timer after the response", async () => {
    // Other modules of the process may have timers.
    const before = vi.getTimerCount();
    const { answer } = begin({ introspect: async () => ({ active: false }) }, "introspect");
    await answer();
    expect(vi.getTimerCount()).toBe(before);
  });
});

describe("a call that may be late", () => {
  const PAUSED = { ...NO_PAUSES, isRecovering: () => true };

  async function callOf(given: Given, later = () => {}): Promise<Call> {
    let call: Call | undefined;
    const introspect = async (_request: unknown, of: Call) => {
      call = of;
      return { active: false };
    };
    const { answer } = begin({ introspect }, "introspect", given);
    const answered = answer();
    later();
    await answered;
    return call!;
  }

  it("is marked if it was read after a pause of the process", async () => {
    expect((await callOf({ pauses: PAUSED })).mayBeLate).toBe(true);
    expect((await callOf({})).mayBeLate).toBe(false);
  });

  it("is marked if the process paused during the call", async () => {
    let pauses = 3;
    const call = await callOf({ pauses: { ...NO_PAUSES, count: () => pauses } }, () => pauses++);
    expect(call.mayBeLate).toBe(true);
  });

  it.each([
    { name: "is marked if a gateway says so", permissions: ["tokens:forward"] as const, mayBeLate: true },
    { name: "is not marked by other callers", permissions: [], mayBeLate: false },
  ])("$name", async ({ permissions, mayBeLate }) => {
    const call = await callOf({ permissions: [...permissions], headers: { [MAY_BE_LATE]: "1" } });
    expect(call.mayBeLate).toBe(mayBeLate);
  });
});

describe("the signal", () => {
  it("is aborted on cancellation", async () => {
    let call: Call | undefined;
    const { lifecycle, answer } = begin(
      {
        introspect(_request, of) {
          call = of;
          return forever();
        },
      },
      "introspect",
    );
    const outcome = codeOf(answer());
    await vi.waitFor(() => expect(call).toBeDefined(), 30_000);
    lifecycle.end(canceled());
    expect([await outcome, call?.signal?.aborted]).toEqual(["Canceled", true]);
  });

  it("is not aborted by the response", async () => {
    let call: Call | undefined;
    const introspect = async (_request: unknown, of: Call) => {
      call = of;
      return { active: false };
    };
    const { lifecycle, answer } = begin({ introspect }, "introspect");
    await answer();
    lifecycle.end(canceled());
    expect(call?.signal?.aborted).toBe(false);
  });
});

describe("the report", () => {
  it("is made once, with the first error", async () => {
    const { lifecycle, answer, codes } = begin({ introspect: forever }, "introspect");
    const outcome = codeOf(answer());
    lifecycle.end(canceled());
    lifecycle.end(new ConnectError("shutting down", Code.Unavailable));
    await outcome;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(codes()).toEqual(["Canceled"]);
  });

  it("is made for a call without a request", async () => {
    const { lifecycle, codes } = begin({}, "introspect");
    await lifecycle.admit();
    lifecycle.end(new ConnectError("no JSON", Code.InvalidArgument));
    expect(codes()).toEqual(["InvalidArgument"]);
  });

  it("excludes failures after the end of the call", async () => {
    let fail: (error: Error) => void = () => {};
    const introspect = () =>
      new Promise<never>((_resolve, reject) => {
        fail = reject;
      });
    const { lifecycle, answer, late, codes } = begin({ introspect }, "introspect");
    const outcome = codeOf(answer());
    await vi.advanceTimersByTimeAsync(0);
    lifecycle.end(canceled());
    await outcome;
    fail(new Error("too late"));
    await vi.waitFor(() => expect(late).toEqual([new Error("too late")]), 30_000);
    expect(codes()).toEqual(["Canceled"]);
  });

  it("is an internal error if a transport does not admit the call, and the handler is not called", async () => {
    let reached = false;
    const introspect = async () => {
      reached = true;
      return { active: true };
    };
    const { answerUnadmitted, codes } = begin({ introspect }, "introspect");
    await expect(answerUnadmitted()).rejects.toThrow("internal error");
    expect([codes(), reached]).toEqual([["Internal"], false]);
  });
});

describe("a stream", () => {
  it("yields its messages and ends", async () => {
    async function* watchRevocations() {
      yield { message: { case: "reset" as const, value: { cursor: "1" } } };
      yield { message: { case: "heartbeat" as const, value: { ageMs: 5n } } };
    }
    const { stream, codes } = begin({ watchRevocations }, "watchRevocations");
    const messages = [];
    for await (const message of stream()) messages.push(message);
    expect(messages).toMatchObject([
      { $typeName: "latchkey.v1.WatchRevocationsResponse", message: { case: "reset" } },
      { message: { case: "heartbeat", value: { ageMs: 5n } } },
    ]);
    expect(codes()).toEqual(["OK"]);
  });

  it("ends its source when the reader stops", async () => {
    let ended = false;
    async function* watchRevocations() {
      try {
        for (;;) yield { message: { case: "heartbeat" as const, value: {} } };
      } finally {
        ended = true;
      }
    }
    const { stream, codes } = begin({ watchRevocations }, "watchRevocations");
    for await (const _message of stream()) break;
    await vi.waitFor(() => expect(ended).toBe(true), 30_000);
    expect(codes()).toEqual(["Canceled"]);
  });
});

// biome-ignore lint/correctness/useYield: a feed on which nothing happens
async function* endless(): AsyncGenerator<never> {
  await forever();
}
