import type { Mutant } from "../mutant.ts";

const LATE_TEST = "test/unit/service/tokens/late.test.ts";
const REFRESH = "src/service/tokens/refresh.ts";
const EXCHANGE = "src/service/tokens/exchange.ts";

/** Late duplicates of requests: nothing is decided for a caller that has left, and nothing revoked in doubt. */
export const LATE_MUTANTS: Mutant[] = [
  {
    id: "late-refresh-decided",
    flaw: "a refresh whose caller left while it waited for the lock ends the family",
    file: REFRESH,
    find: "isCancelled(member) ? dropped() : refreshOne(",
    put: "refreshOne(",
    test: [LATE_TEST, "whose caller left while it waited for the lock is dropped"],
  },
  {
    id: "late-exchange-decided",
    flaw: "an exchange whose caller left while it waited for the lock ends the family",
    file: EXCHANGE,
    find: "isCancelled(member) ? dropped() : exchangeOne(",
    put: "exchangeOne(",
    test: [LATE_TEST, "whose caller left while it waited for the lock is dropped"],
  },
  {
    id: "late-refresh-in-one-turn",
    flaw: "the lock's result is acted upon before the caller's close is read",
    file: REFRESH,
    find: "if (rows.some(mayBeReuse)) await untilClosesAreRead();",
    put: "",
    test: [LATE_TEST, "whose caller's close is read right behind the lock is dropped"],
  },
  {
    id: "late-exchange-in-one-turn",
    flaw: "the same for a code",
    file: EXCHANGE,
    find: "if (mayBeReplay(rows)) await untilClosesAreRead();",
    put: "",
    test: [LATE_TEST, "whose caller's close is read right behind the lock is dropped"],
  },
  {
    id: "late-refresh-revokes",
    flaw: "a refresh that lay in a socket while the process stood still ends the family",
    file: REFRESH,
    find: "    if (mayBeLate(member)) return dropped();\n",
    put: "",
    test: [LATE_TEST, "that may have waited while the process stood still revokes nothing"],
  },
  {
    id: "late-exchange-revokes",
    flaw: "an exchange that lay in a socket while the process stood still ends the family",
    file: EXCHANGE,
    find: "  if (mayBeLate(member)) return dropped();\n",
    put: "",
    test: [LATE_TEST, "that may have waited while the process stood still revokes nothing"],
  },
  {
    id: "late-by-a-busy-loop",
    flaw: "a deadline counts only when its timer has rung",
    file: "src/rpc/transports/call-lifecycle.ts",
    find: "return this.#ended !== null || performance.now() >= this.#deadline;",
    put: "return this.#ended !== null;",
    test: ["test/unit/rpc/transports/call-lifecycle.test.ts", "that has passed while the event loop was busy"],
  },
  {
    id: "pause-of-the-machine",
    flaw: "a suspended machine, whose monotonic clock stands still, is not noticed",
    file: "src/observe/pause-detector.ts",
    find: "Math.max(now.monotonic - last.monotonic, now.wall - last.wall)",
    put: "now.monotonic - last.monotonic",
    test: ["test/unit/observe/pause-detector.test.ts", "the machine was suspended"],
  },
  {
    id: "close-not-read",
    flaw: "the gateway passes on what lay in a socket with the client's close behind it",
    file: "src/gateway/live-call.ts",
    find: "if (mayBeLate || !callsOf.has(socket)) await untilClosesAreRead();",
    put: "",
    test: ["test/unit/gateway/live-call.test.ts", "never reaches the core"],
    quick: true,
  },
  {
    id: "close-not-passed-on",
    flaw: "the core never hears that the client has hung up",
    file: "src/gateway/live-call.ts",
    find: 'socket.once("end", cancelAll).once("close", cancelAll);',
    put: "",
    test: ["test/unit/gateway/live-call.test.ts", "is cancelled at the core"],
  },
  {
    id: "lateness-of-any-key",
    flaw: "a key that is no gateway's puts off the detection of reuse",
    file: "src/rpc/transports/call-lifecycle.ts",
    find: 'return this.#admitted?.caller.permissions.has("tokens:forward") === true;',
    put: "return true;",
    test: ["test/unit/rpc/transports/call-lifecycle.test.ts", "is none by the word of another key"],
  },
  {
    id: "lateness-not-passed-on",
    flaw: "a gateway that stood still does not say so to the core",
    file: "src/gateway/live-call.ts",
    find: 'headers: mayBeLate ? { ...headers, [MAY_BE_LATE]: "1" } : headers,',
    put: "headers,",
    test: ["test/unit/gateway/live-call.test.ts", "that is read after a pause carries the late mark to the core"],
  },
];
