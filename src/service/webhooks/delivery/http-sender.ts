import http from "node:http";
import https from "node:https";
import type { WebhookAttemptResult } from "../../../model/webhook.ts";
import { type AddressRule, addressOf, guardedLookup, RefusedAddressError, requireAllowed } from "./address-guard.ts";

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The outcome of a request. */
export interface WebhookResponse {
  result: WebhookAttemptResult;
  /** The HTTP status; null if there was no response. */
  status: number | null;
  /** The beginning of the body; null if there was no response. */
  body: string | null;
}

export interface HttpSender {
  /** Sends a request; never rejects. The result of an aborted request is CONNECTION. */
  send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookResponse>;
  /** Closes idle connections. */
  close(): void;
}

const TIMEOUT_MS = 15_000;
const BODY_BYTES = 4_096;
const IDLE_MS = 10_000;

interface SenderOptions extends AddressRule {
  /** The timeout for a request and its response in milliseconds; default 15,000. */
  timeoutMs?: number;
  /** Default: by DNS, restricted to allowed addresses. */
  lookup?: ReturnType<typeof guardedLookup>;
}

/** Sends HTTP POST requests to public addresses and follows no redirects. */
export function createHttpSender({ allowLoopback, timeoutMs = TIMEOUT_MS, lookup }: SenderOptions): HttpSender {
  const rule = { allowLoopback };
  const options = { keepAlive: true, timeout: IDLE_MS, lookup: lookup ?? guardedLookup(rule) };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  const attempt = ({ url, headers, body }: WebhookRequest, signal: AbortSignal) => {
    const target = new URL(url);
    const address = addressOf(target.hostname);
    // An IP address is checked here, because sockets call `lookup` for names only.
    if (address !== null) requireAllowed(address, rule);
    if (target.protocol === "http:" && !allowLoopback) throw new RefusedAddressError(target.host);
    const secure = target.protocol === "https:";
    return post(secure ? https : http, {
      target,
      body,
      timeoutMs,
      options: { method: "POST", headers, signal, agent: agents[secure ? "https:" : "http:"] },
    });
  };
  return {
    async send(request, signal) {
      try {
        return await attempt(request, signal);
      } catch (error) {
        if (!isStaleConnection(error)) return failed(error);
        // The receiver closed the idle connection while the request was sent, so the request is sent once more.
        return await attempt(request, signal).catch(failed);
      }
    },
    close() {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

interface Post {
  target: URL;
  body: string;
  timeoutMs: number;
  options: http.RequestOptions;
}

class TimeoutError extends Error {}
class StaleConnectionError extends Error {}

function post(client: typeof http | typeof https, { target, body, timeoutMs, options }: Post) {
  return new Promise<WebhookResponse>((resolve, reject) => {
    const request = client.request(target, options);
    const timer = setTimeout(() => request.destroy(new TimeoutError()), timeoutMs);
    request.once("close", () => clearTimeout(timer));
    request.once("error", (error: NodeJS.ErrnoException) =>
      reject(request.reusedSocket && error.code === "ECONNRESET" ? new StaleConnectionError() : error),
    );
    // Without a listener, Node closes the connection and emits neither `response` nor `error`.
    request.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ result: "STATUS", status: response.statusCode!, body: "" });
    });
    request.once("response", (response) => {
      readBeginning(response).then((text) => {
        const status = response.statusCode!;
        resolve({ result: status >= 200 && status < 300 ? "OK" : "STATUS", status, body: text });
      }, reject);
    });
    request.end(body);
  });
}

/** Reads at most `BODY_BYTES`, then closes the connection. Removes NUL, which PostgreSQL cannot store. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, BODY_BYTES).toString("utf8").replaceAll("\0", "\ufffd");
}

function isStaleConnection(error: unknown): boolean {
  return error instanceof StaleConnectionError;
}

function failed(error: unknown): WebhookResponse {
  return { result: resultOf(error), status: null, body: null };
}

/** Matches the `syscall` of failed name lookups, by the system and by Node's own resolver. */
const NAME = /^(getaddrinfo|query[A-Z])/;
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/;

function resultOf(error: unknown): WebhookAttemptResult {
  if (error instanceof RefusedAddressError) return "ADDRESS";
  if (error instanceof TimeoutError) return "TIMEOUT";
  const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
  if (NAME.test(syscall)) return "NAME";
  return TLS.test(code) ? "TLS" : "CONNECTION";
}
