import { OUTBOX_EVENT_TYPES } from "../../model/outbox-event.ts";
import { findAddressError } from "../../oauth/redirect-uri.ts";
import type { EndpointFields } from "../../store/webhooks/endpoints.ts";
import type { FieldViolation } from "../errors.ts";
import { findTextError } from "../text-validation.ts";
import { requireNoViolations, violation } from "../violations.ts";

const TYPES: ReadonlySet<string> = new Set(OUTBOX_EVENT_TYPES);

/** The fields with each event type once. @throws RequestError INVALID */
export function validateEndpoint(
  fields: EndpointFields,
  { allowLoopback }: { allowLoopback: boolean },
): EndpointFields {
  const eventTypes = [...new Set(fields.eventTypes)];
  requireNoViolations([
    ...violation("url", findUrlError(fields.url, allowLoopback)),
    ...violation("description", findTextError(fields.description, { min: 0, max: 200 })),
    ...eventTypes.flatMap(findTypeViolation),
  ]);
  return { url: fields.url, description: fields.description, eventTypes };
}

// The URL is sent to the network by this service, so its host is checked again when it is resolved (`address-guard.ts`).
function findUrlError(url: string, allowLoopback: boolean) {
  const error = findAddressError(url, { confidential: true, publicUrlIsLoopback: allowLoopback });
  if (error === null) return null;
  return { reason: "NOT_HTTPS", description: "Use an https URL without user name and fragment." };
}

function findTypeViolation(type: string): FieldViolation[] {
  if (TYPES.has(type)) return [];
  return [{ field: "event_types", description: `Use event types of this list: ${OUTBOX_EVENT_TYPES.join(", ")}.` }];
}
