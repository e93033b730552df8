import { randomUUID } from "node:crypto";

const LEGAL = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The id that both sides of a call log.
 * @param given the received id: kept if legal, else replaced by a random UUID
 */
export function requestIdFrom(given: unknown): string {
  return typeof given === "string" && LEGAL.test(given) ? given : randomUUID();
}
