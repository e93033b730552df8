import { randomFillSync } from "node:crypto";

const POOL_BYTES = 8192;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * `size` random bytes from a pool that node:crypto fills: a call per token would cost as much as all of its hashing.
 * Erases the returned bytes from the pool.
 */
export function pooledBytes(size: number): Buffer {
  if (size > POOL_BYTES) throw new RangeError(`pooledBytes returns at most ${POOL_BYTES} bytes`);
  if (used + size > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + size));
  pool.fill(0, used, used + size);
  used += size;
  return bytes;
}
