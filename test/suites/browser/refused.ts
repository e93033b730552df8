import { expect } from "vitest";

/**
 * Repeats a call until its status is 401. A call that is sent more than a second after the end of the access must be rejected.
 * @param call a call with a token whose access has just ended; resolves with the status
 */
export async function refusedWithinASecond(call: () => Promise<number>): Promise<void> {
  const ended = performance.now();
  for (;;) {
    const after = performance.now() - ended;
    const status = await call();
    if (status === 401) return;
    expect(status === 200 ? after : 0, "milliseconds after the end, a call was sent that was answered").toBeLessThan(
      1_000,
    );
  }
}
