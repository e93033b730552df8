import type { Filled } from "./fill.ts";
import type { Visit } from "./visits.ts";

/** Milliseconds from the request to the last byte of a page. */
export interface Measured {
  name: string;
  path: string;
  status: number;
  bytes: number;
  /** The fastest request, which other load affects least. */
  fastest: number;
  median: number;
  p95: number;
  slowest: number;
}

/** Requests a page repeatedly, one request at a time; those of the warm-up are not measured. */
export async function measure(
  origin: string,
  visit: Visit,
  { filled, warmUp, requests }: { filled: Filled; warmUp: number; requests: number },
): Promise<Measured> {
  const headers: Record<string, string> = visit.as === null ? {} : { cookie: `latchkey=${filled.sessions[visit.as]}` };
  const path = await findPath(origin, visit, { filled, headers });
  const times: number[] = [];
  let [status, bytes] = [0, 0];
  for (let n = -warmUp; n < requests; n++) {
    const began = performance.now();
    const answer = await fetch(origin + path, { redirect: "manual", headers });
    bytes = await (visit.file === true ? readFirstPart(answer) : answer.arrayBuffer().then((body) => body.byteLength));
    if (n >= 0) times.push(performance.now() - began);
    status = answer.status;
  }
  times.sort((one, other) => one - other);
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))]!;
  const [fastest = 0, slowest = 0] = [times[0], times.at(-1)];
  return { name: visit.name, path, status, bytes, fastest, median: quantile(0.5), p95: quantile(0.95), slowest };
}

/** Reads the first page of rows, then aborts the download. */
async function readFirstPart({ body }: Response): Promise<number> {
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > FIRST_PART_BYTES) break;
  }
  return bytes;
}

/** Bytes: more than the head of the file. */
const FIRST_PART_BYTES = 1_000;

interface Known {
  filled: Filled;
  headers: Record<string, string>;
}

async function findPath(origin: string, { path, through }: Visit, { filled, headers }: Known): Promise<string> {
  const asked = path(filled);
  if (!through) return asked;
  const { headers: answered } = await fetch(origin + asked, { redirect: "manual", headers });
  const location = new URL(answered.get("location") ?? "", origin);
  return location.pathname + location.search;
}
