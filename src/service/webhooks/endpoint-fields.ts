import { OUTBOX_EVENT_TYPES } from "../../model/outbox-event.ts";
import { findAddressError } from "../../oauth/redirect-uri.ts";
import type { EndpointFields } from "../../store/webhooks/endpoints.ts";
import { findTextError } from "../text-validation.ts";
import { requireNoViolations, violation } from "../violations.ts";
import { addressOf, isAllowed } from "./delivery/address-guard.ts";

const TYPES: ReadonlySet<string> = new Set(OUTBOX_EVENT_TYPES);
const KNOWN_TYPES = `Use event types of this list: ${OUTBOX_EVENT_TYPES.join(", ")}.`;

export interface EndpointRules {
  allowLoopback: boolean;
  /** The URL before the change, which counts as valid; null for a new endpoint. */
  savedUrl: string | null;
}

/** Validates the fields and returns them with each event type once. @throws RequestError INVALID */
export function validateEndpoint(fields: EndpointFields, { allowLoopback, savedUrl }: EndpointRules): EndpointFields {
  const eventTypes = [...new Set(fields.eventTypes)];
  requireNoViolations([
    ...violation("url", fields.url === savedUrl ? null : findUrlError(fields.url, allowLoopback)),
    ...violation("description", findTextError(fields.description, { min: 0, max: 200 })),
    ...violation("event_types", eventTypes.every((type) => TYPES.has(type)) ? null : KNOWN_TYPES),
  ]);
  return { url: fields.url, description: fields.description, eventTypes };
}

// Names may resolve to other addresses later, so `address-guard.ts` checks each address again when a connection is opened.
function findUrlError(url: string, allowLoopback: boolean) {
  if (hasRefusedAddress(url, allowLoopback)) {
    return {
      reason: "ADDRESS_NOT_PUBLIC",
      description: "Use a host with public addresses: the URL has a private or reserved IP address.",
    };
  }
  const error = findAddressError(url, { confidential: true, publicUrlIsLoopback: allowLoopback });
  if (error === null) return null;
  return { reason: "NOT_HTTPS", description: "Use an https URL without user name and fragment." };
}

/** True if the host is an IP address that deliveries may not reach. Names are resolved for each connection, not here. */
function hasRefusedAddress(url: string, allowLoopback: boolean): boolean {
  const address = URL.canParse(url) ? addressOf(new URL(url).hostname) : null;
  return address !== null && !isAllowed(address, { allowLoopback });
}
