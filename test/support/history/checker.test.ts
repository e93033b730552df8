import { describe, expect, it } from "vitest";
import { checkHistory, RULES, type Rule } from "./checker.ts";
import type { Answer, Operation } from "./recorder.ts";

const OK: Answer = { status: 200, error: null, retryAfter: false, via: "oauth" };
const INVALID_GRANT: Answer = { ...OK, status: 400, error: "invalid_grant" };
const OUTAGE: Answer = { status: 503, error: "temporarily_unavailable", retryAfter: true, via: "oauth" };

let clock = 0;
/** Adds an operation after all earlier ones; with `during`, it overlaps the previous one. */
function after(part: Partial<Operation> & Pick<Operation, "kind">): Operation {
  const invokedAt = clock;
  clock += 10;
  const answer = part.answer === undefined ? OK : part.answer;
  const outcome = answer === null || answer.status >= 500 ? "unknown" : answer.status < 300 ? "ok" : "fail";
  return { presented: "", invokedAt, endedAt: invokedAt + 5, outcome, given: {}, ...part, answer };
}
function during(before: Operation, part: Partial<Operation> & Pick<Operation, "kind">): Operation {
  return { ...after(part), invokedAt: before.invokedAt, endedAt: before.endedAt };
}

const issue = () => after({ kind: "issue", given: { code: "c" } });
const exchange = (part: Partial<Operation> = {}) =>
  after({ kind: "exchange", presented: "c", given: { access: "a1", refresh: "r1" }, ...part });
const exchangeFails = (answer: Answer | null) => exchange({ answer, given: {} });
const refresh = (part: Partial<Operation> = {}) =>
  after({ kind: "refresh", presented: "r1", given: { access: "a2", refresh: "r2" }, ...part });
const refreshFails = (answer: Answer | null) => refresh({ answer, given: {} });
const revoke = (presented: string, answer: Answer | null = OK) => after({ kind: "revoke", presented, answer });
const introspect = (presented: string, active: boolean, kind: Operation["kind"] = "introspect_consistent") =>
  after({ kind, presented, given: { active } });

interface Row {
  name: string;
  history: () => Operation[];
  breaks?: Rule;
  options?: Parameters<typeof checkHistory>[1];
}

const ROWS: Row[] = [
  { name: "a grant without faults", history: () => [issue(), exchange(), introspect("a1", true), refresh()] },
  {
    name: "a token that is inactive without a revocation",
    history: () => [exchange(), introspect("a1", false)],
    breaks: "lost token",
  },
  {
    name: "a cached answer that calls a live token inactive",
    history: () => [exchange(), introspect("a1", false, "introspect")],
    breaks: "lost token",
  },
  {
    name: "an inactive token after a revocation with an unknown outcome",
    history: () => [exchange(), revoke("r1", OUTAGE), introspect("a1", false)],
  },
  {
    name: "an inactive token after the revocation of another access token",
    history: () => [exchange(), revoke("a9"), introspect("a1", false)],
    breaks: "lost token",
  },
  {
    name: "a refresh that is retried after an outage",
    history: () => [exchange(), refreshFails(OUTAGE), refreshFails(null), refresh()],
  },
  {
    name: "a refresh that is rejected after an outage",
    history: () => [exchange(), refreshFails(OUTAGE), refreshFails(INVALID_GRANT)],
    breaks: "lost grant",
  },
  {
    name: "a refresh that is rejected after a revocation",
    history: () => [exchange(), revoke("r1"), refreshFails(INVALID_GRANT)],
  },
  {
    name: "a refresh that is rejected before any revocation",
    history: () => [exchange(), refreshFails(INVALID_GRANT), revoke("r1")],
    breaks: "lost grant",
  },
  {
    name: "a refresh that is rejected after the revocation of an access token",
    history: () => [exchange(), revoke("a1"), refreshFails(INVALID_GRANT)],
    breaks: "lost grant",
  },
  {
    name: "a code that is redeemed twice",
    history: () => [exchange(), exchange({ given: { access: "a9", refresh: "r9" } })],
    breaks: "second redemption",
  },
  {
    name: "an exchange that is rejected after one with an unknown outcome",
    history: () => [exchangeFails(OUTAGE), exchangeFails(INVALID_GRANT)],
  },
  {
    name: "a first exchange that is rejected",
    history: () => [issue(), exchangeFails(INVALID_GRANT)],
    breaks: "wrong rejection",
  },
  {
    name: "an abandoned exchange that revokes the tokens of its retry",
    history: () => [exchangeFails(null), exchange(), introspect("a1", false)],
    breaks: "lost token",
  },
  {
    name: "one pair for concurrent refreshes",
    history: () => {
      const first = refresh();
      return [exchange(), first, during(first, { ...refresh() })];
    },
  },
  {
    name: "two pairs for concurrent refreshes",
    history: () => {
      const first = refresh();
      return [exchange(), first, during(first, refresh({ given: { access: "a3", refresh: "r3" } }))];
    },
    breaks: "second successor",
  },
  {
    name: "an active token after its revocation",
    history: () => [exchange(), revoke("a1"), introspect("a1", true)],
    breaks: "revocation undone",
  },
  {
    name: "an active token after the revocation of its family",
    history: () => [exchange(), revoke("r1"), introspect("a1", true)],
    breaks: "revocation undone",
  },
  {
    name: "a refresh after the revocation of its family",
    history: () => [exchange(), revoke("r1"), refresh()],
    breaks: "revocation undone",
  },
  {
    name: "an active token after the rejected replay of its code",
    history: () => [exchange(), exchangeFails(INVALID_GRANT), introspect("a1", true)],
    breaks: "revocation undone",
  },
  {
    name: "an active token during its revocation",
    history: () => {
      const one = revoke("r1");
      return [exchange(), one, during(one, introspect("a1", true))];
    },
  },
  {
    name: "a cached answer of another replica within its lag",
    history: () => [exchange(), revoke("r1"), introspect("a1", true, "introspect")],
    options: { cacheLagMs: 1_000 },
  },
  {
    name: "a consistent answer of another replica within its lag",
    history: () => [exchange(), revoke("r1"), introspect("a1", true)],
    options: { cacheLagMs: 1_000 },
    breaks: "revocation undone",
  },
  {
    name: "an active token that was inactive",
    history: () => [exchange(), revoke("r1", OUTAGE), introspect("a1", false), introspect("a1", true)],
    breaks: "active again",
  },
  {
    name: "a revocation that is rejected",
    history: () => [exchange(), revoke("r1", { ...OK, status: 401, error: "invalid_client" })],
    breaks: "wrong rejection",
  },
  {
    name: "a refresh that an outage rejects as a client error",
    history: () => [exchange(), refreshFails({ ...OK, status: 401, error: "invalid_client" })],
    breaks: "wrong rejection",
  },
  {
    name: "an outage with 500",
    history: () => [exchange(), refreshFails({ ...OUTAGE, status: 500, error: "server_error" })],
    breaks: "wrong outage",
  },
  {
    name: "an outage without Retry-After",
    history: () => [exchange(), refreshFails({ ...OUTAGE, retryAfter: false })],
    breaks: "wrong outage",
  },
  {
    name: "an outage with another error code",
    history: () => [exchange(), refreshFails({ ...OUTAGE, error: "server_error" })],
    breaks: "wrong outage",
  },
  {
    name: "an outage of an RPC",
    history: () => [
      after({ kind: "issue", answer: { status: 503, error: "unavailable", retryAfter: false, via: "rpc" } }),
    ],
  },
  {
    name: "an internal error of an RPC",
    history: () => [
      after({ kind: "issue", answer: { status: 500, error: "internal", retryAfter: false, via: "rpc" } }),
    ],
    breaks: "wrong outage",
  },
  { name: "a request without an answer while the service is killed", history: () => [exchange(), refreshFails(null)] },
  {
    name: "a request without an answer while the service runs",
    history: () => [exchange(), refreshFails(null)],
    options: { mustAnswer: true },
    breaks: "no answer",
  },
];

describe("the checker of histories", () => {
  it.each(ROWS)("$name: $breaks", ({ history, breaks, options }) => {
    const found = new Set(checkHistory(history(), options).map(({ rule }) => rule));
    expect([...found]).toEqual(breaks === undefined ? [] : [breaks]);
  });

  it("has a history that breaks each rule", () => {
    expect(new Set(ROWS.flatMap(({ breaks }) => breaks ?? []))).toEqual(new Set(Object.keys(RULES)));
  });
});
