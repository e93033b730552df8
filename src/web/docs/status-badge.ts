import { badge, type Tone } from "../components/badges.ts";
import type { Html } from "../components/html.ts";

/** An HTTP status. `isError`: a redirect with an error. Green: the request succeeded. Amber: an error that the app corrects or waits for. Red: an error of the service. */
export function statusBadge(status: string, isError = false): Html {
  return badge(isError ? "warn" : toneOf(status), status);
}

function toneOf(status: string): Tone {
  if (status < "400") return "good";
  return status < "500" ? "warn" : "bad";
}
