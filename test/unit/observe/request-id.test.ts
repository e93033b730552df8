import { describe, expect, it } from "vitest";
import { requestIdFrom } from "../../../src/observe/request-id.ts";

describe("requestIdFrom", () => {
  it.each(["a", "0190-ab.C_d", "x".repeat(128)])("keeps a legal id: %s", (given) => {
    expect(requestIdFrom(given)).toBe(given);
  });

  it.each([undefined, null, "", "x".repeat(129), "a b", "a\nb", "<script>", "é", ["a"], 7])(
    "is new for %j",
    (given) => {
      const made = requestIdFrom(given);
      expect(made).toMatch(/^[0-9a-f-]{36}$/);
      expect(requestIdFrom(given)).not.toBe(made);
    },
  );
});
