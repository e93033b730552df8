import { once } from "node:events";
import { connect } from "node:net";

/** The response on the socket; null if the server closed it without one. */
export interface RawAnswer {
  status: number;
  /** The headers by lower-case name; of repeated headers, the last. */
  headers: Map<string, string>;
  body: string;
}

const LONGEST_MS = 15_000;

/**
 * Sends bytes on a new connection and reads the first response.
 * @param whole false: the request may be incomplete, so the client closes the connection if no response comes
 */
export async function sendRaw(origin: string, bytes: Buffer, whole: boolean): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  // A response to HEAD has a content length and no body.
  const headless = bytes.subarray(0, 5).toString("latin1") === "HEAD ";
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    if (answerIn(received, headless) !== null) socket.destroy();
  });
  // A server that rejects a request early resets the connection while the client still writes. The response has been read by then.
  socket.on("error", () => {});
  // Node drops a request whose client has closed its side of the connection, so the client does this only for incomplete requests.
  socket.setTimeout(whole ? LONGEST_MS : 30, () => (whole ? socket.destroy() : socket.end()));
  socket.write(bytes);
  await once(socket, "close");
  return answerIn(received, headless);
}

/** The first response in the received bytes; null if it is incomplete. Skips a `100 Continue`. */
function answerIn(received: string, headless: boolean): RawAnswer | null {
  const text = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  if (status === undefined) throw new Error(`not an HTTP answer: ${JSON.stringify(first)}`);
  const headers = new Map(lines.map(toHeader));
  const body = headless ? "" : bodyOf(text.slice(end + 4), headers);
  return body === null ? null : { status: Number(status), headers, body: Buffer.from(body, "latin1").toString("utf8") };
}

function toHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 1) throw new Error(`not a header: ${JSON.stringify(line)}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** The body, one character for each byte; null if it is incomplete. */
function bodyOf(rest: string, headers: Map<string, string>): string | null {
  if (headers.get("transfer-encoding") === "chunked") return dechunk(rest);
  const length = Number(headers.get("content-length") ?? 0);
  return rest.length < length ? null : rest.slice(0, length);
}

function dechunk(rest: string): string | null {
  let body = "";
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(rest.slice(at, lineEnd), 16);
    if (size === 0) return body;
    body += rest.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}
