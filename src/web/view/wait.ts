import type { Messages } from "../messages/en.ts";

/** How long to wait, in words. @param seconds rounded up to what people count in */
export function waitText(t: Messages, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 90 ? t.wait.seconds(whole) : t.wait.minutes(Math.ceil(whole / 60));
}
