import type { Mutant } from "../mutant.ts";

/** Cancelled and late requests. */
// biome-ignore format: one line per mutant
export const CANCELLED_MUTANTS: Mutant[] = [
  { id: "late-refresh-decided", flaw: "a refresh whose caller disconnected while it waited for the lock revokes the family", in: "refresh", condition: "one.call.ended", is: false, test: "cancelled during the wait for its lock is dropped" },
  { id: "late-exchange-decided", flaw: "an exchange whose caller disconnected while it waited for the lock revokes the family", in: "exchange", condition: "one.call.ended", is: false, test: "cancelled during the wait for its lock is dropped" },
  { id: "late-refresh-in-one-turn", flaw: "a refresh is decided before the caller's disconnection is read", in: "refresh", drop: "rows.some", test: "whose cancellation is read directly after the lock is dropped" },
  { id: "late-exchange-in-one-turn", flaw: "an exchange is decided before the caller's disconnection is read", in: "exchange", drop: "mayBeReplay", test: "whose cancellation is read directly after the lock is dropped" },
  { id: "late-refresh-revokes", flaw: "a refresh that waited in a socket while the process was paused revokes the family", in: "refreshOne", drop: "mayBeLate", test: "that may have waited during a pause of the process revokes nothing" },
  { id: "late-exchange-revokes", flaw: "an exchange that waited in a socket while the process was paused revokes the family", in: "exchangeOne", drop: "mayBeLate", test: "that may have waited during a pause of the process revokes nothing" },
  { id: "late-by-a-busy-loop", flaw: "a deadline that passes during a busy event loop has no effect", in: "ended", condition: "this.#deadline", is: false, test: "that has passed during a busy event loop ends the call", quick: true },
  { id: "pause-of-the-machine", flaw: "the suspension of the machine, which stops the monotonic clock, is not detected", in: "look", replace: "Math.max(now.monotonic - last.monotonic, now.wall - last.wall)", by: "now.monotonic - last.monotonic", test: "the machine was suspended, and the monotonic clock with it" },
  { id: "close-not-read", flaw: "the gateway forwards a buffered request whose client has closed the connection", in: "rejectDisconnected", drop: "callsOf.has", test: "never reaches the core" },
  { id: "close-not-passed-on", flaw: "the gateway does not cancel the core's call when the client disconnects", in: "callsOn", drop: "end", test: "is cancelled at the core" },
  { id: "lateness-of-any-key", flaw: "a key without `tokens:forward` disables reuse detection with the late mark", in: "isLateAtGateway", condition: "tokens:forward", is: true, test: "is not marked by other callers" },
  { id: "lateness-not-passed-on", flaw: "the gateway forwards requests after a pause without the late mark", in: "openLiveCall", replace: 'headers: mayBeLate ? { ...headers, [MAY_BE_LATE]: "1" } : headers', by: "headers", test: "that is read after a pause carries the late mark to the core" },
];
