import { connect, type Socket } from "node:net";
import * as h2 from "./frames.ts";

/** A response that has not been checked. */
export interface Answer {
  /** The message without its prefix of five bytes; empty if the response has no message. */
  message: Buffer;
  trailers: Buffer;
}

/** Receives a response. Calls that this function starts on `connection` are sent together with its pending ones. */
type OnAnswer = (answer: Answer, sentAt: number, connection: GrpcConnection) => void;

interface Stream {
  chunks: Buffer[];
  headers: number;
  sentAt: number;
}

/** An HTTP/2 connection with concurrent unary calls of one method. */
export class GrpcConnection {
  readonly #socket: Socket;
  readonly #headers: h2.CallHeaders;
  readonly #onAnswer: OnAnswer;
  readonly #streams = new Map<number, Stream>();
  #nextStream = 1;
  #outgoing: Buffer[] = [];
  #window = 65_535;
  #waiting: Buffer[] = [];
  #received = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(address: { host: string; port: number }, headers: h2.CallHeaders, onAnswer: OnAnswer) {
    this.#headers = headers;
    this.#onAnswer = onAnswer;
    this.#socket = connect(address.port, address.host);
    this.#socket.setNoDelay(true);
    this.#socket.write(h2.opening());
    this.#socket.on("data", (bytes: Buffer) => {
      this.#read(bytes);
      this.flush();
    });
    this.#socket.on("error", (error) => {
      throw error;
    });
  }

  get underWay(): number {
    return this.#streams.size;
  }

  /** Begins a call; `flush` sends it. */
  call(message: Uint8Array): void {
    const id = this.#nextStream;
    this.#nextStream += 2;
    this.#streams.set(id, { chunks: [], headers: 0, sentAt: performance.now() });
    const bytes = h2.writeCall(id, id === 1 ? this.#headers.first : this.#headers.next, message);
    const size = message.length + 5;
    if (this.#waiting.length > 0 || size > this.#window) this.#waiting.push(bytes);
    else {
      this.#window -= size;
      this.#outgoing.push(bytes);
    }
  }

  flush(): void {
    if (this.#outgoing.length === 0) return;
    this.#socket.write(this.#outgoing.length === 1 ? this.#outgoing[0]! : Buffer.concat(this.#outgoing));
    this.#outgoing = [];
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    while (at + 9 <= all.length) {
      const length = all.readUIntBE(at, 3);
      if (at + 9 + length > all.length) break;
      this.#frame(all[at + 3]!, all[at + 4]!, all.readUInt32BE(at + 5), all.subarray(at + 9, at + 9 + length));
      at += 9 + length;
    }
    this.#rest = all.subarray(at);
  }

  #frame(type: number, flags: number, id: number, payload: Buffer): void {
    if (type === h2.DATA) this.#data(id, payload);
    else if (type === h2.HEADERS) this.#headersOf(id, flags, payload);
    else if (type === h2.SETTINGS && (flags & h2.ACK) === 0) this.#outgoing.push(h2.frame(h2.SETTINGS, h2.ACK, 0));
    else if (type === h2.PING && (flags & h2.ACK) === 0) this.#outgoing.push(h2.frame(h2.PING, h2.ACK, 0, payload));
    else if (type === h2.WINDOW_UPDATE && id === 0) this.#widen(payload.readUInt32BE(0));
    else if (type === h2.RST_STREAM) throw new Error(`the server reset a stream: ${errorOf(payload, 0)}`);
    else if (type === h2.GOAWAY) throw new Error(`the server closes the connection: ${errorOf(payload, 4)}`);
  }

  #data(id: number, payload: Buffer): void {
    this.#streams.get(id)?.chunks.push(payload);
    this.#received += payload.length;
    if (this.#received < h2.CONNECTION_WINDOW / 2) return;
    this.#outgoing.push(h2.windowUpdate(0, this.#received));
    this.#received = 0;
  }

  #headersOf(id: number, flags: number, payload: Buffer): void {
    const stream = this.#streams.get(id);
    if (stream === undefined || (flags & h2.END_STREAM) === 0) return;
    this.#streams.delete(id);
    const { chunks, sentAt } = stream;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    this.#onAnswer({ message: body.subarray(5), trailers: payload }, sentAt, this);
  }

  #widen(more: number): void {
    this.#window += more;
    while (this.#waiting.length > 0) {
      const next = this.#waiting[0]!;
      const size = next.length - this.#headers.next.length - 18;
      if (size > this.#window) return;
      this.#window -= size;
      this.#outgoing.push(next);
      this.#waiting.shift();
    }
  }
}

/**
 * The text of the error code (RFC 9113 §7) at `at`. A paced load gets 1 or 7 if it exceeds the server's maximum of streams, as after a
 * pause.
 */
function errorOf(payload: Buffer, at: number): string {
  return `HTTP/2 error code ${payload.readUInt32BE(at)}`;
}
