import { requestIdFrom } from "../observe/request-id.ts";
import { type Metadata, REQUEST_ID } from "./metadata.ts";

/** The caller's own request id where it is legal, else a new one. */
export function requestIdOf(metadata: Metadata): string {
  return requestIdFrom(metadata(REQUEST_ID));
}
