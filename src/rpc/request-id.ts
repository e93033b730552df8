import { randomUUID } from "node:crypto";
import { type Metadata, REQUEST_ID } from "./metadata.ts";

const LEGAL = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own request id where it is legal, else a new one. */
export function requestIdOf(metadata: Metadata): string {
  const given = metadata(REQUEST_ID);
  return given !== null && LEGAL.test(given) ? given : randomUUID();
}
