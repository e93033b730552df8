import { requestIdFrom } from "../observe/request-id.ts";
import { type Metadata, REQUEST_ID } from "./metadata.ts";

/** The caller's request id if valid, else a new one. */
export function requestIdOf(metadata: Metadata): string {
  return requestIdFrom(metadata(REQUEST_ID));
}
