import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WatchRevocationsResponseSchema } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { createClock } from "../../../src/client/clock.ts";
import { Freshness } from "../../../src/client/freshness.ts";
import { feedError, type IntrospectionError } from "../../../src/client/introspection-error.ts";
import type { StreamListener } from "../../../src/client/token-rpcs.ts";
import { watchRevocations } from "../../../src/client/watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch over streams that the test controls. */
function startWatch() {
  const streams: { cursor: string; listener: StreamListener; cancelled: boolean }[] = [];
  const faults: string[] = [];
  const state = { connected: true, connects: 0 };
  const now = createClock();
  const freshness = new Freshness(now);
  const watch = watchRevocations({
    rpcs: {
      whenConnected(_timeoutMs, then) {
        state.connects++;
        then(state.connected);
      },
      watch(cursor, listener) {
        const stream = { cursor, listener, cancelled: false };
        streams.push(stream);
        return {
          cancel() {
            stream.cancelled = true;
            listener.end(feedError(status.CANCELLED, null));
          },
        };
      },
    },
    freshness,
    now,
    onEvent: () => {},
    onReset: () => {},
    onError: ({ message }: IntrospectionError) => void faults.push(message),
    laggingMs: 250,
  });
  const send = (message: MessageInitShape<typeof WatchRevocationsResponseSchema>["message"]) =>
    streams.at(-1)!.listener.message(create(WatchRevocationsResponseSchema, { message: message! }));
  const beat = (elapsedMs: number, cursor = "c") =>
    send({ case: "heartbeat", value: { ageMs: 0n, elapsedMs: BigInt(elapsedMs), cursor } });
  return { watch, streams, faults, state, freshness, beat };
}

describe("a stream of revocations", () => {
  it("is cancelled and reopened when it is idle", () => {
    const { streams, beat, watch } = startWatch();
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(4_000);
      beat((n + 1) * 4_000);
    }
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(6_000);
    expect(streams[0]!.cancelled).toBe(true);
    expect([streams.length, streams[1]!.cursor, watch.streams]).toEqual([2, "c", 2]);
  });

  it("is reopened when heartbeats lag, once it is old enough, without an error", () => {
    const { streams, faults, beat } = startWatch();
    const elapsed = { real: 0, reported: -300 };
    const pass = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      elapsed.real += milliseconds;
      beat(elapsed.real + elapsed.reported);
    };
    for (let n = 0; n < 10; n++) pass(1_000);
    expect(streams).toHaveLength(1);
    for (let n = 0; n < 3 && streams.length === 1; n++) pass(1_000);
    vi.advanceTimersByTime(1_000);
    expect([streams.length, faults]).toEqual([2, []]);
  });

  it("stays open when heartbeats do not lag, or a single one does", () => {
    const { streams, beat } = startWatch();
    for (let n = 1; n <= 60; n++) {
      vi.advanceTimersByTime(1_000);
      beat(n % 10 === 0 ? n * 1_000 - 900 : n * 1_000);
    }
    expect(streams).toHaveLength(1);
  });

  it("is retried with a growing backoff of at most 5 seconds", () => {
    const { streams, faults } = startWatch();
    const attempts = () => streams.length;
    for (let n = 0; n < 20; n++) {
      streams.at(-1)!.listener.end(feedError(status.UNAVAILABLE, null));
      const before = attempts();
      vi.advanceTimersByTime(5_000);
      expect(attempts()).toBe(before + 1);
    }
    expect(faults).toHaveLength(20);
    vi.spyOn(Math, "random").mockReturnValue(0.999);
    streams.at(-1)!.listener.end(null);
    const before = attempts();
    vi.advanceTimersByTime(4_900);
    expect(attempts()).toBe(before);
    vi.restoreAllMocks();
  });

  it("is opened only once connected", () => {
    const { streams, faults, state } = startWatch();
    state.connected = false;
    streams[0]!.listener.end(null);
    vi.advanceTimersByTime(20_000);
    expect(streams).toHaveLength(1);
    expect(state.connects).toBeGreaterThan(3);
    expect(new Set(faults)).toEqual(new Set(["the revocation feed failed: UNAVAILABLE"]));
    state.connected = true;
    vi.advanceTimersByTime(5_000);
    expect(streams).toHaveLength(2);
  });

  it("ends with the watch and is not reopened", () => {
    const { watch, streams, faults } = startWatch();
    watch.close();
    vi.advanceTimersByTime(60_000);
    expect([streams.length, streams[0]!.cancelled, faults]).toEqual([1, true, []]);
  });
});
