import { randomFillSync } from "node:crypto";

const POOL_BYTES = 8192;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * `size` unpredictable bytes of node:crypto's, fetched many at a time: by itself each fetch costs as much as all the hashing of a token.
 * What was given out is erased from the pool.
 */
export function pooledBytes(size: number): Buffer {
  if (size > POOL_BYTES) throw new RangeError("more random bytes at once than the pool holds");
  if (used + size > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const given = Buffer.from(pool.subarray(used, used + size));
  pool.fill(0, used, used + size);
  used += size;
  return given;
}
