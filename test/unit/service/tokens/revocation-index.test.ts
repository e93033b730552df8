import { describe, expect, it } from "vitest";
import { createRevocationIndex } from "../../../../src/service/tokens/revocation-index.ts";
import type { RecordedEvent } from "../../../../src/store/feed/feed-page.ts";

const token = { tokenId: "t", familyId: "f", installationId: "i", clientId: "c", merchantId: "m" };

function event(subject: RecordedEvent["subject"], subjectId = ""): RecordedEvent {
  return {
    cursor: 1,
    eventId: "e",
    subject,
    subjectId,
    kind: "REVOKED",
    notBefore: null,
    installationVersion: null,
    at: 0,
  };
}

describe("the revocation index", () => {
  it.each([
    ["TOKEN", "t"],
    ["FAMILY", "f"],
    ["INSTALLATION", "i"],
    ["APP", "c"],
    ["MERCHANT", "m"],
    ["EVERYTHING", ""],
  ] as const)(
    "an event about its %s changes a token that was read before, and none that is read afterwards",
    (subject, id) => {
      const index = createRevocationIndex();
      const before = index.tick();
      index.event(event(subject, id));
      expect(index.isUnchangedSince(before, token)).toBe(false);
      const after = index.tick();
      index.event(event("FAMILY", "another"));
      expect(index.isUnchangedSince(after, token)).toBe(true);
    },
  );

  it("an event about another token, family, installation, app or merchant changes nothing", () => {
    const index = createRevocationIndex();
    const before = index.tick();
    for (const subject of ["TOKEN", "FAMILY", "INSTALLATION", "APP", "MERCHANT"] as const) {
      index.event(event(subject, "x"));
    }
    expect(index.isUnchangedSince(before, token)).toBe(true);
  });

  it("a reset changes every token that was read before", () => {
    const index = createRevocationIndex();
    const before = index.tick();
    index.reset();
    expect(index.isUnchangedSince(before, token)).toBe(false);
    expect(index.isUnchangedSince(index.tick(), token)).toBe(true);
  });

  it("dropped subjects count as changed for every token that was read before them", () => {
    const index = createRevocationIndex(10);
    const before = index.tick();
    index.event(event("FAMILY", "f"));
    for (let n = 0; n < 9; n++) index.event(event("FAMILY", `x${n}`));
    const between = index.tick();
    expect(index.isUnchangedSince(before, token)).toBe(false);
    // The event about the family has been dropped by now.
    for (let n = 0; n < 30; n++) {
      index.event(event("FAMILY", `y${n}`));
      expect(index.isUnchangedSince(before, token)).toBe(false);
    }
    expect(index.isUnchangedSince(between, token)).toBe(false);
    expect(index.isUnchangedSince(index.tick(), token)).toBe(true);
  });
});
