import { create, type DescMessage, type DescMethod, type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type StreamResponse, type Transport, type UnaryResponse } from "@connectrpc/connect";
import { createGatewayKey } from "../authentication/gateway-key.ts";
import type { FindCaller } from "../authentication/service-key.ts";
import { canceled, toConnectError } from "../errors.ts";
import { AUTHORIZATION, type Metadata, REQUEST_ID } from "../metadata.ts";
import type { CallLifecycle } from "./call-lifecycle.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type Route, toMessage } from "./routes.ts";

interface CallOptions {
  signal: AbortSignal | undefined;
  timeoutMs: number | undefined;
  header: ConstructorParameters<typeof Headers>[0];
}

/**
 * A transport to the core in the same process. Messages are not encoded; authentication is the same as over the network. Calls without
 * their own key carry the key of the in-process gateway.
 */
export function createDirectTransport(dispatcher: Dispatcher): Transport {
  const routes = new Map<DescMethod, Route>(dispatcher.routes.map((route) => [route.method, route]));
  const open = openerOf(dispatcher);
  return {
    async unary<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input]: Parameters<Transport["unary"]>
    ): Promise<UnaryResponse<I, O>> {
      const route = routes.get(method);
      if (route?.kind !== "unary") throw unimplemented(method);
      const { lifecycle, close } = open(route, { signal, timeoutMs, header });
      try {
        await lifecycle.admit();
        const message = await lifecycle.answer(
          route,
          () => create(method.input, input),
          (response) => toMessage(route, response),
        );
        return answerOf(lifecycle, { stream: false, method, message }) as UnaryResponse<I, O>;
      } catch (error) {
        throw asReceived(toConnectError(error), lifecycle);
      } finally {
        close();
      }
    },
    async stream<I extends DescMessage, O extends DescMessage>(
      ...[method, signal, timeoutMs, header, input]: Parameters<Transport["stream"]>
    ): Promise<StreamResponse<I, O>> {
      const route = routes.get(method);
      if (route?.kind !== "stream") throw unimplemented(method);
      const { lifecycle, close } = open(route, { signal, timeoutMs, header });
      const messages = async function* (): AsyncGenerator<Message> {
        try {
          await lifecycle.admit();
          const request = create(method.input, await theOnly(input));
          yield* lifecycle.stream(route, () => request);
        } catch (error) {
          throw asReceived(toConnectError(error), lifecycle);
        } finally {
          close();
        }
      };
      return answerOf(lifecycle, { stream: true, method, message: messages() }) as unknown as StreamResponse<I, O>;
    },
  };
}

function openerOf(dispatcher: Dispatcher) {
  const key = createGatewayKey();
  const bearer = `Bearer ${key.text}`;
  const findCaller: FindCaller = (text) => key.find(text) ?? dispatcher.findServiceKey(text);
  return (
    route: Route,
    { signal, timeoutMs, header }: CallOptions,
  ): { lifecycle: CallLifecycle; close: () => void } => {
    const given = metadataOf(header);
    const lifecycle = dispatcher.open(route, {
      transport: "direct",
      metadata: (name) => given(name) ?? (name === AUTHORIZATION ? bearer : null),
      // As in every Connect client, 0 means no timeout.
      timeoutMs: timeoutMs === undefined || timeoutMs <= 0 ? null : timeoutMs,
      findCaller,
    });
    const leave = () => lifecycle.end(canceled());
    if (signal?.aborted) leave();
    signal?.addEventListener("abort", leave, { once: true });
    return { lifecycle, close: () => signal?.removeEventListener("abort", leave) };
  };
}

/** The metadata of a call. Avoids a Headers object for the plain records that our clients pass. */
function metadataOf(header: CallOptions["header"]): Metadata {
  if (isPlain(header)) return (name) => (Object.hasOwn(header, name) ? header[name]! : null);
  const headers = new Headers(header);
  return (name) => headers.get(name);
}

const LOWER_CASE = /^[a-z0-9-]+$/;

function isPlain(header: CallOptions["header"]): header is Record<string, string> {
  if (header === undefined || Object.getPrototypeOf(header) !== Object.prototype) return false;
  return Object.entries(header).every(([name, value]) => LOWER_CASE.test(name) && typeof value === "string");
}

/** Creates the headers lazily. */
function answerOf<T extends { method: DescMethod }>({ requestId }: CallLifecycle, answer: T) {
  return {
    ...answer,
    service: answer.method.parent,
    get trailer() {
      return new Headers();
    },
    get header() {
      return new Headers({ [REQUEST_ID]: requestId });
    },
  };
}

/** The error as received over the network: code, message and details without the cause. */
function asReceived(error: ConnectError, { requestId }: CallLifecycle): ConnectError {
  const received = new ConnectError(error.rawMessage, error.code, { [REQUEST_ID]: requestId });
  received.details = error.details.map((detail) =>
    "desc" in detail
      ? { type: detail.desc.typeName, value: toBinary(detail.desc, create(detail.desc, detail.value)) }
      : detail,
  );
  return received;
}

async function theOnly<T>(input: AsyncIterable<T>): Promise<T> {
  for await (const message of input) return message;
  throw new ConnectError("the request message is missing", Code.InvalidArgument);
}

function unimplemented({ parent, name }: DescMethod): ConnectError {
  return new ConnectError(`${parent.typeName}/${name} is not served`, Code.Unimplemented);
}
