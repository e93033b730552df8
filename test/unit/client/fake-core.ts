import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import {
  Consistency,
  type IntrospectResponseSchema,
  type RevocationEventSchema,
  type WatchRevocationsResponseSchema,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import { startGrpc } from "../../../src/rpc/transports/grpc/server.ts";
import type { Call } from "../../../src/service/call.ts";
import { isReady, KEY, LOCAL, smallEdge } from "../rpc/small-core.ts";

/** The fields of a message. */
type Fields<T> = Exclude<T, { $typeName: string }>;
type Answer = Fields<MessageInitShape<typeof IntrospectResponseSchema>>;
type Message = MessageInitShape<typeof WatchRevocationsResponseSchema>;
type Event = Fields<MessageInitShape<typeof RevocationEventSchema>>;

/** An introspection call. */
interface Asked {
  tokens: string[];
  full: boolean;
}

/** A stream of revocations on the side of the core. */
class FakeStream {
  readonly cursor: string;
  #messages: Message[] = [];
  #wake = () => {};
  #ended: ConnectError | null | undefined;
  #alive: NodeJS.Timeout | undefined;

  constructor(cursor: string, signal: AbortSignal | undefined) {
    this.cursor = cursor;
    signal?.addEventListener("abort", () => this.end());
  }

  /**
   * Sends a heartbeat with the current times unless given. The first one starts periodic heartbeats that only keep the stream alive: their
   * age is high.
   */
  heartbeat({ ageMs = 0, elapsedMs = Math.ceil(performance.now()), cursor = "" } = {}): void {
    this.send({
      message: { case: "heartbeat", value: { ageMs: BigInt(ageMs), elapsedMs: BigInt(elapsedMs), cursor } },
    });
    this.#alive ??= setInterval(() => this.heartbeat({ ageMs: 10 ** 9 }), 500).unref();
  }

  event(event: Event): void {
    this.send({ message: { case: "event", value: event } });
  }

  reset(cursor: string): void {
    this.send({ message: { case: "reset", value: { cursor } } });
  }

  send(message: Message): void {
    this.#messages.push(message);
    this.#wake();
  }

  end(error: ConnectError | null = null): void {
    clearInterval(this.#alive);
    this.#ended ??= error;
    this.#wake();
  }

  async *read(): AsyncGenerator<Message> {
    for (;;) {
      while (this.#messages.length > 0) yield this.#messages.shift()!;
      if (this.#ended instanceof ConnectError) throw this.#ended;
      if (this.#ended === null) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#messages.length > 0 || this.#ended !== undefined) resolve();
      });
    }
  }
}

/** A token that the fake core knows; see `FakeCore.grants`. */
export function goodToken(own: Partial<Answer> = {}): Answer {
  return {
    active: true,
    scopes: ["orders:read"],
    clientId: "app_1",
    merchantId: "shop-1",
    installationId: "i-1",
    installationVersion: 1,
    accountId: "a-1",
    familyId: "f-1",
    tokenId: "t-1",
    tokenType: "Bearer",
    expiresAt: timestampFromDate(new Date(Date.now() + 3_600_000)),
    validFor: { seconds: 3_600n, nanos: 0 },
    issuer: "https://platform.example",
    ...own,
  };
}

/** A core with scripted responses behind the real gRPC transport. */
export interface FakeCore {
  url: string;
  /** By token; any other is inactive. */
  grants: Map<string, Answer>;
  /** All introspection calls, in order. */
  asked: Asked[];
  /** All streams, in order. */
  streams: FakeStream[];
  /** Responses wait for this promise. */
  hold: Promise<void> | null;
  /** The error of a response, by the tokens of the call. */
  fail: (tokens: readonly string[]) => ConnectError | null;
  /** Waits for the newest stream and sends a reset and heartbeats, so that the client's cache is fresh. */
  open(count?: number): Promise<FakeStream>;
  stop(): Promise<void>;
}

export async function startFakeCore(port = 0): Promise<FakeCore> {
  const answer = async (tokens: string[], consistency: Consistency, call: Call): Promise<Answer[]> => {
    core.asked.push({ tokens, full: consistency === Consistency.FULLY_CONSISTENT });
    const answers = tokens.map((token) => core.grants.get(token) ?? { active: false });
    await core.hold;
    const fault = core.fail(tokens);
    if (fault !== null) throw fault;
    if (call.signal?.aborted === true) throw new ConnectError("left", Code.Canceled);
    return answers;
  };
  const dispatcher = smallEdge({
    introspect: async ({ token, consistency }, call) => (await answer([token], consistency, call))[0]!,
    batchIntrospect: async ({ tokens, consistency }, call) => ({ results: await answer(tokens, consistency, call) }),
    watchRevocations({ cursor }, call) {
      const stream = new FakeStream(cursor, call.signal);
      core.streams.push(stream);
      return stream.read();
    },
  });
  const mount = await startGrpc({ dispatcher, address: { ...LOCAL, port }, isReady });
  const core: FakeCore = {
    url: `127.0.0.1:${mount.port}`,
    grants: new Map(),
    asked: [],
    streams: [],
    hold: null,
    fail: () => null,
    async open(count = core.streams.length || 1) {
      while (core.streams.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
      const stream = core.streams.at(-1)!;
      if (stream.cursor === "") stream.reset("c-0");
      stream.heartbeat();
      return stream;
    },
    stop: () => mount.stop(0),
  };
  return core;
}

export { KEY };
