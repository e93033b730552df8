import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readProcessTable } from "../../support/process-table.ts";
import { createStage } from "./cleanup.ts";
import { findMain, type Latchkey, survivors } from "./latchkey.ts";
import { findPorts, occupy, release } from "./ports.ts";

const stage = createStage();
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** `npm start` with two workers on free ports. */
async function startTwo(dataDir = join(stage.directory(), "data")) {
  const ports = await findPorts();
  const latchkey = stage.start({ env: { DATA_DIR: dataDir, WORKERS: "2", ...ports } });
  return { latchkey, dataDir, ports };
}

/** The process of the worker with this number. */
function findWorker(latchkey: Latchkey, number: number): number | undefined {
  const pids = latchkey.processes();
  return readProcessTable().find((row) => pids.includes(row.pid) && row.command.endsWith(`main.ts worker ${number}`))
    ?.pid;
}

async function scrape(port: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** Reads the stream of revocations with the service key of the demo's API. */
async function watch(port: string, dataDir: string): Promise<void> {
  const { introspect_key: key } = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  const answer = await fetch(`http://127.0.0.1:${port}/latchkey.v1.TokenService/WatchRevocations`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/connect+json" },
    // The request in its Connect envelope: no flags, a length of two bytes.
    body: "\0\0\0\0\u0002{}",
  });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  const readOn = (): unknown => reader.read().then(({ done }) => (done ? null : readOn()));
  Promise.resolve(readOn()).catch(() => {});
}

/** Sends the headers and half of the body of a token request, and waits until a worker has read them. */
async function beginRequest(port: string): Promise<{ socket: Socket; finish(): void; answer(): Promise<string> }> {
  const body = JSON.stringify({
    grant_type: "refresh_token",
    refresh_token: "x",
    client_id: "nobody",
    client_secret: "y",
  });
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const [half, rest] = [body.slice(0, 20), body.slice(20)];
  let heard = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    heard += text;
  });
  const closed = once(socket, "close");
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  // A shutdown waits only for connections that a worker has accepted.
  await expect.poll(() => heard).toBe(CONTINUE);
  socket.write(half);
  return {
    socket,
    finish: () => void socket.write(rest),
    answer: () => closed.then(() => heard.slice(CONTINUE.length)),
  };
}

it("two workers: ready when both are ready, aggregated metrics, a dead worker is logged and replaced, Ctrl-C ends all in order", async () => {
  const { latchkey, ports, dataDir } = await startTwo();
  await latchkey.ready();
  const first = await scrape(ports.CONNECT_PORT!);
  for (const worker of [1, 2]) {
    expect(first).toContain(`latchkey_worker_up{worker="${worker}"} 1`);
    // A worker that does not respond in time is left out of the scrape.
    const counted = new RegExp(`process_resident_memory_bytes\\{worker="${worker}"\\} \\d+`);
    await expect.poll(() => scrape(ports.CONNECT_PORT!)).toMatch(counted);
  }

  const killed = findWorker(latchkey, 2)!;
  process.kill(killed, "SIGKILL");
  await expect.poll(() => scrape(ports.CONNECT_PORT!)).toContain('latchkey_worker_starts_total{worker="2"} 2');
  await expect.poll(() => scrape(ports.CONNECT_PORT!)).toContain('latchkey_worker_up{worker="2"} 1');
  const lines = latchkey.said().out.split("\n");
  const line = JSON.parse(lines.find((line) => line.includes("worker exited; restarting it"))!);
  expect(line).toMatchObject({ level: "error", worker: 2, process: killed, signal: "SIGKILL" });
  expect(findWorker(latchkey, 2)).not.toBe(killed);
  expect((await fetch(`http://127.0.0.1:${ports.CONNECT_PORT}/readyz`)).status).toBe(200);

  await watch(ports.CONNECT_PORT!, dataDir);
  const underWay = await beginRequest(ports.HTTP_PORT!);
  const processes = latchkey.processes();
  latchkey.signalGroup("SIGINT");
  await expect.poll(() => latchkey.said().out).toContain('"signal":"SIGINT"');
  underWay.finish();
  expect(await underWay.answer()).toMatch(/^HTTP\/1\.1 401 .*"error":"invalid_client"/s);
  await latchkey.ended();
  expect(survivors(processes)).toEqual([]);
  expect(latchkey.said().out.match(/"msg":"closed"/g)).toHaveLength(3);
  expect(latchkey.said().out.match(/worker exited/g)).toHaveLength(1);
  expect(latchkey.said().err).not.toMatch(/error/i);
  const ready = JSON.parse(lines.find((line) => line.includes('"msg":"ready"'))!);
  expect(ready).toMatchObject({
    http: `127.0.0.1:${ports.HTTP_PORT}`,
    grpc: `127.0.0.1:${ports.GRPC_PORT}`,
    connect: `127.0.0.1:${ports.CONNECT_PORT}`,
    workers: 2,
  });
  // A stream of revocations stays open until the shutdown, which is no error.
  const closing = latchkey.said().out.slice(latchkey.said().out.indexOf('"signal":"SIGINT"'));
  expect(closing.match(/.*"level":"(warn|error|fatal)".*"rpc failed".*/g)).toBeNull();
});

/** True if a new connection gets a response; false if it is closed without one. */
async function isAnswered(port: string, request: string | Buffer): Promise<boolean> {
  const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
  socket.write(request);
  const answered = await new Promise<boolean>((resolve) => {
    socket.on("data", () => resolve(true)).on("close", () => resolve(false));
  });
  socket.destroy();
  return answered;
}

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
/** The preface and the empty SETTINGS of a client, to which a server responds with its SETTINGS. @see RFC 9113 §3.4 */
const HTTP2 = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);

it("while a worker is stopped, and when it is killed, each new connection to each port is answered or closed; kill -9 of the parent ends all", async () => {
  const { latchkey, ports } = await startTwo();
  await latchkey.ready();
  const requests = [
    [ports.HTTP_PORT, GET("/oauth/authorize")],
    [ports.CONNECT_PORT, GET("/healthz")],
    [ports.CONNECT_PORT, GET("/readyz")],
    [ports.GRPC_PORT, HTTP2],
  ] as const;
  const askAll = () =>
    Promise.all(requests.flatMap(([port, request]) => Array.from({ length: 4 }, () => isAnswered(port, request))));
  const worker = findWorker(latchkey, 2)!;
  process.kill(worker, "SIGSTOP");
  expect(await askAll()).not.toContain(false);
  const pending = askAll();
  process.kill(worker, "SIGKILL");
  // Up to one connection per port may have waited for the killed worker, and is closed.
  expect((await pending).filter((answered) => !answered).length).toBeLessThanOrEqual(3);
  expect(await askAll()).not.toContain(false);

  const workers = () => [findWorker(latchkey, 1), findWorker(latchkey, 2)];
  await expect.poll(workers).toEqual([expect.any(Number), expect.any(Number)]);
  const processes = latchkey.processes();
  process.kill(findMain(latchkey), "SIGKILL");
  await latchkey.ended();
  await expect.poll(() => survivors(processes)).toEqual([]);
});

it("a port in use is reported once for any number of workers", async () => {
  const ports = await findPorts();
  const other = await occupy(Number(ports.GRPC_PORT));
  const env = { DATA_DIR: join(stage.directory(), "data"), WORKERS: "2", ...ports };
  const latchkey = stage.start({ node: ["src/main.ts"], env });
  expect(await latchkey.ended()).toBe(1);
  expect(latchkey.said().err.trim()).toBe(
    `GRPC_PORT: 127.0.0.1:${ports.GRPC_PORT} is in use by another program; set another port.`,
  );
  await release(other);
});
