import { once } from "node:events";
import { connect } from "node:net";

/** What came back over the socket; null where the server hung up without a word. */
export interface RawAnswer {
  status: number;
  /** By name in lower case; of several the last. */
  headers: Map<string, string>;
  body: string;
}

const LONGEST_MS = 15_000;

/**
 * Sends bytes as they are over a connection of their own and reads the first answer.
 * @param whole false: what is sent may leave the server waiting for more, so the client hangs up when nothing comes
 */
export async function sendRaw(origin: string, bytes: Buffer, whole: boolean): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  // The answer to HEAD announces a body that it does not send.
  const headless = bytes.subarray(0, 5).toString("latin1") === "HEAD ";
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    if (answerIn(received, headless) !== null) socket.destroy();
  });
  // A server that rejects a request early resets the connection while it is still written; the response has been read.
  socket.on("error", () => {});
  // Node drops a request whose client has closed its half, so only what cannot be whole ends like that.
  socket.setTimeout(whole ? LONGEST_MS : 30, () => (whole ? socket.destroy() : socket.end()));
  socket.write(bytes);
  await once(socket, "close");
  return answerIn(received, headless);
}

/** The first answer in what has come so far; null if it is not whole yet. A `100 Continue` before it says nothing. */
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

/** The body, one character for each byte; null if there is more to come. */
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
