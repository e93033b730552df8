import type { Mutant } from "../mutant.ts";

/** Requests whose caller has left. */
// biome-ignore format: one line per mutant
export const CANCELLED_MUTANTS: Mutant[] = [
  { id: "late-refresh-decided", flaw: "a refresh whose caller left while it waited for the lock ends the family", in: "refresh", condition: "one.call.ended", is: false, test: "cancelled during the wait for its lock is dropped" },
  { id: "late-exchange-decided", flaw: "an exchange whose caller left while it waited for the lock ends the family", in: "exchange", condition: "one.call.ended", is: false, test: "cancelled during the wait for its lock is dropped" },
  { id: "late-refresh-in-one-turn", flaw: "the lock's result is acted upon before the caller's close is read", in: "refresh", drop: "rows.some", test: "whose cancellation is read directly after the lock is dropped" },
  { id: "late-exchange-in-one-turn", flaw: "the same for a code", in: "exchange", drop: "mayBeReplay", test: "whose cancellation is read directly after the lock is dropped" },
  { id: "late-refresh-revokes", flaw: "a refresh that lay in a socket while the process stood still ends the family", in: "refreshOne", drop: "mayBeLate", test: "that may have waited during a pause of the process revokes nothing" },
  { id: "late-exchange-revokes", flaw: "an exchange that lay in a socket while the process stood still ends the family", in: "exchangeOne", drop: "mayBeLate", test: "that may have waited during a pause of the process revokes nothing" },
  { id: "late-by-a-busy-loop", flaw: "a deadline counts only when its timer has rung", in: "ended", condition: "this.#deadline", is: false, test: "that has passed during a busy event loop ends the call" },
  { id: "pause-of-the-machine", flaw: "a suspended machine, whose monotonic clock stands still, is not noticed", in: "look", replace: "Math.max(now.monotonic - last.monotonic, now.wall - last.wall)", by: "now.monotonic - last.monotonic", test: "the machine was suspended, and the monotonic clock with it" },
  { id: "close-not-read", flaw: "the gateway passes on what lay in a socket with the client's close behind it", in: "rejectDisconnected", drop: "callsOf.has", test: "never reaches the core", quick: true },
  { id: "close-not-passed-on", flaw: "the core never hears that the client has hung up", in: "callsOn", drop: "end", test: "is cancelled at the core" },
  { id: "lateness-of-any-key", flaw: "a key that is no gateway's puts off the detection of reuse", in: "isLateAtGateway", condition: "tokens:forward", is: true, test: "is not marked by other callers" },
  { id: "lateness-not-passed-on", flaw: "a gateway that stood still does not say so to the core", in: "openLiveCall", replace: 'headers: mayBeLate ? { ...headers, [MAY_BE_LATE]: "1" } : headers', by: "headers", test: "that is read after a pause carries the late mark to the core" },
];
