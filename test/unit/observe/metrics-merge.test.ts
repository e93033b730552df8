import { expect, it } from "vitest";
import { createMetrics } from "../../../src/observe/metrics.ts";
import { createWorkerMetrics, mergeSnapshots, snapshotOf } from "../../../src/observe/metrics-merge.ts";

const sample = (seconds: number) => ({
  rpc: "latchkey.v1.TokenService/Refresh",
  transport: "grpc",
  code: "ok",
  reason: null,
  seconds,
});

it("merges the metrics of two workers and their parent under one TYPE line each", async () => {
  const workers = [createMetrics(), createMetrics()];
  workers[0]!.countRpc(sample(0.002));
  workers[1]!.countRpc(sample(0.002));
  workers[1]!.countRpc(sample(0.004));
  const parent = createWorkerMetrics();
  parent.set(1, { up: true, starts: 1 });
  parent.set(2, { up: false, starts: 3 });

  const counted = await Promise.all(workers.map(({ registry }, at) => snapshotOf(registry, at + 1)));
  // The IPC channel clones the snapshots.
  const text = await mergeSnapshots(structuredClone([await snapshotOf(parent.registry, 0), ...counted]));
  const total = (worker: number) =>
    `latchkey_rpc_total{worker="${worker}",rpc="latchkey.v1.TokenService/Refresh",transport="grpc",code="ok"}`;
  for (const line of [
    `${total(1)} 1`,
    `${total(2)} 2`,
    'latchkey_worker_up{worker="1"} 1',
    'latchkey_worker_up{worker="2"} 0',
    'latchkey_worker_starts_total{worker="2"} 3',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text.match(/^# TYPE latchkey_rpc_total counter$/gm)).toHaveLength(1);
  expect(text.match(/^process_start_time_seconds\{worker="[12]"\}/gm)).toHaveLength(2);
  expect(text).toMatch(/latchkey_rpc_seconds_bucket\{[^}]*worker="2"[^}]*\} 2/);
});
