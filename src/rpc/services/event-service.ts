import type { EventService } from "../../../gen/latchkey/v1/event_service_pb.ts";
import type { EventDependencies } from "../../service/events/dependencies.ts";
import { listEvents } from "../../service/events/list-events.ts";
import { watchEvents } from "../../service/events/watch-events.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromFilter, toEvent, toEventMessage } from "./event-messages.ts";

export function eventService(deps: EventDependencies): Implementation<typeof EventService> {
  return {
    async listEvents(request) {
      const { items, ...page } = await listEvents(deps, { ...fromFilter(request), page: request });
      return { events: items.map(toEvent), ...page };
    },
    async *watchEvents(request, call) {
      const messages = watchEvents(deps, { ...fromFilter(request), cursor: request.cursor }, call);
      for await (const message of messages) yield toEventMessage(message);
    },
  };
}
