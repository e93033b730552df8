import { create, type DescMessage, type DescMethod, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type StreamResponse, type Transport, type UnaryResponse } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { type CallOptions, type Client, type ClientUnaryCall, Metadata, type ServiceError } from "@grpc/grpc-js";
import { type ActiveSpan, startClientSpan } from "../observe/tracing.ts";
import { fromGrpcStatus, toHeaders } from "./transports/grpc/status.ts";

/** Longer than the core's own deadline, so that the core's error arrives before the timeout. */
const DEFAULT_TIMEOUT_MS = 15_000;

type Fields = ConstructorParameters<typeof Headers>[0];

/** An outgoing call; `bytes` is the encoded request. */
interface Outgoing {
  path: string;
  bytes: Buffer;
  metadata: Metadata;
  options: CallOptions;
  signal: AbortSignal | undefined;
}

interface Answer {
  bytes: Buffer;
  header: Headers;
  trailer: Headers;
}

/**
 * A Connect transport over a grpc-js client. `defaults` are headers that are added to calls without them. Unlike the transport of
 * `@connectrpc/connect-node`, this one balances over replicas, retries calls that a stopping core refused, and costs less per call.
 */
export function createGrpcJsTransport(client: Client, defaults: Readonly<Record<string, string>>): Transport {
  return {
    async unary<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input]: Parameters<Transport["unary"]>
    ): Promise<UnaryResponse<I, O>> {
      const options = deadlineIn(timeoutMs ?? DEFAULT_TIMEOUT_MS);
      const span = startClientSpan(nameOf(method));
      const metadata = toMetadata({ ...defaults, ...span?.headers }, header);
      const outgoing = { path: pathOf(method), bytes: encode(method.input, input), metadata, options, signal };
      const { bytes, ...headers } = await endWith(span, callUnary(client, outgoing));
      const message = fromBinary(method.output, bytes);
      return { ...headers, stream: false, service: method.parent, method, message } as UnaryResponse<I, O>;
    },

    async stream<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input]: Parameters<Transport["stream"]>
    ): Promise<StreamResponse<I, O>> {
      const bytes = encode(method.input, await firstOf(input));
      const metadata = toMetadata({ ...defaults }, header);
      const outgoing = { path: pathOf(method), bytes, metadata, options: deadlineIn(timeoutMs ?? 0), signal };
      const { messages, ...headers } = await callStream(client, outgoing);
      const message = decoded(method, messages);
      return { ...headers, stream: true, service: method.parent, method, message } as unknown as StreamResponse<I, O>;
    },
  };
}

function callUnary(client: Client, { path, bytes, metadata, options, signal }: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { header: new Headers(), trailer: new Headers() };
    const call = client.makeUnaryRequest(path, same, same, bytes, metadata, options, (error, answer) => {
      unfollow();
      if (error !== null) reject(fromGrpcStatus(error));
      else if (answer === undefined) reject(new ConnectError("the response has no message", Code.Internal));
      else resolve({ bytes: answer, ...headers });
    });
    const unfollow = cancelWith(signal, call);
    call.on("metadata", (received) => {
      headers.header = toHeaders(received);
    });
  });
}

/** Resolves with the headers, or when the call ends without headers. */
function callStream(client: Client, { path, bytes, metadata, options, signal }: Outgoing) {
  const call = client.makeServerStreamRequest(path, same, same, bytes, metadata, options);
  const unfollow = cancelWith(signal, call);
  // grpc-js ends the stream before it emits the error, so a late iterator would miss the error.
  let failure: ServiceError | null = null;
  async function* messages(): AsyncGenerator<Buffer> {
    try {
      yield* call;
    } catch (error) {
      failure ??= error as ServiceError;
    } finally {
      unfollow();
      call.cancel();
    }
    if (failure !== null) throw fromGrpcStatus(failure);
  }
  return new Promise<Omit<Answer, "bytes"> & { messages: AsyncGenerator<Buffer> }>((resolve) => {
    const begin = (header: Headers) => resolve({ header, trailer: new Headers(), messages: messages() });
    call.on("metadata", (received) => begin(toHeaders(received)));
    call.on("status", () => begin(new Headers()));
    call.on("error", (error: ServiceError) => {
      failure = error;
      begin(new Headers());
    });
  });
}

async function* decoded({ output }: DescMethod, messages: AsyncIterable<Buffer>): AsyncGenerator<Message> {
  for await (const bytes of messages) yield fromBinary(output, bytes);
}

/** Ends the span with the result of its call. */
async function endWith<T>(span: ActiveSpan | null, answer: Promise<T>): Promise<T> {
  if (span === null) return answer;
  try {
    const received = await answer;
    span.end(null);
    return received;
  } catch (error) {
    span.end(codeToString(ConnectError.from(error).code));
    throw error;
  }
}

const same = (bytes: Buffer): Buffer => bytes;

const nameOf = ({ parent, name }: DescMethod): string => `${parent.typeName}/${name}`;

const pathOf = (method: DescMethod): string => `/${nameOf(method)}`;

function encode<I extends DescMessage>(schema: I, input: Parameters<typeof create<I>>[1]): Buffer {
  return Buffer.from(toBinary(schema, create(schema, input)));
}

/** As in every Connect client, 0 means no timeout. */
function deadlineIn(timeoutMs: number): CallOptions {
  return timeoutMs <= 0 ? {} : { deadline: Date.now() + timeoutMs };
}

function toMetadata(fields: Record<string, string>, header: Fields): Metadata {
  for (const [name, value] of new Headers(header)) fields[name] = value;
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(fields)) metadata.set(name, value);
  return metadata;
}

function cancelWith(signal: AbortSignal | undefined, call: Pick<ClientUnaryCall, "cancel">): () => void {
  const cancel = () => call.cancel();
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  return () => signal?.removeEventListener("abort", cancel);
}

async function firstOf<T>(input: AsyncIterable<T>): Promise<T> {
  for await (const message of input) return message;
  throw new ConnectError("the request message is missing", Code.InvalidArgument);
}
