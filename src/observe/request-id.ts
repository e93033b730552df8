import { randomUUID } from "node:crypto";

const LEGAL = /^[A-Za-z0-9._-]{1,128}$/;

/** The id under which a request is logged on both sides: the one that was given where it is legal, else a new one. */
export function requestIdFrom(given: unknown): string {
  return typeof given === "string" && LEGAL.test(given) ? given : randomUUID();
}
