import { expect } from "vitest";

/**
 * Calls until the answer is 401. However slow the machine is, a call that was sent a second after the access revoked is refused.
 *
 * @param call a call with a token whose access has ended by now; resolves with the status
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
