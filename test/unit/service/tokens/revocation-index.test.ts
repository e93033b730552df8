import { describe, expect, it } from "vitest";
import { createRevocationMarks } from "../../../../src/service/tokens/revocation-index.ts";
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

describe("marks", () => {
  it.each([
    ["TOKEN", "t"],
    ["FAMILY", "f"],
    ["INSTALLATION", "i"],
    ["APP", "c"],
    ["MERCHANT", "m"],
    ["EVERYTHING", ""],
  ] as const)(
    "an event on its %s ends what was asked for before it and nothing that was asked for after",
    (subject, id) => {
      const marks = createRevocationMarks();
      const before = marks.now();
      marks.event(event(subject, id));
      expect(marks.standsSince(before, token)).toBe(false);
      const after = marks.now();
      marks.event(event("FAMILY", "another"));
      expect(marks.standsSince(after, token)).toBe(true);
    },
  );

  it("an event on another token, family, installation, app or merchant ends nothing", () => {
    const marks = createRevocationMarks();
    const before = marks.now();
    for (const subject of ["TOKEN", "FAMILY", "INSTALLATION", "APP", "MERCHANT"] as const) {
      marks.event(event(subject, "x"));
    }
    expect(marks.standsSince(before, token)).toBe(true);
  });

  it("a reset ends everything that was asked for before it", () => {
    const marks = createRevocationMarks();
    const before = marks.now();
    marks.reset();
    expect(marks.standsSince(before, token)).toBe(false);
    expect(marks.standsSince(marks.now(), token)).toBe(true);
  });

  it("marks that are given up take along every answer that they could concern", () => {
    const marks = createRevocationMarks(10);
    const before = marks.now();
    marks.event(event("FAMILY", "f"));
    for (let n = 0; n < 9; n++) marks.event(event("FAMILY", `x${n}`));
    const between = marks.now();
    expect(marks.standsSince(before, token)).toBe(false);
    // The one on the family is long gone; what was asked for before it must be gone too.
    for (let n = 0; n < 30; n++) {
      marks.event(event("FAMILY", `y${n}`));
      expect(marks.standsSince(before, token)).toBe(false);
    }
    expect(marks.standsSince(between, token)).toBe(false);
    expect(marks.standsSince(marks.now(), token)).toBe(true);
  });
});
