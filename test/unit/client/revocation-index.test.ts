import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RevocationEventSchema, RevocationKind } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { Marks } from "../../../src/client/revocation-index.ts";
import { GRANT } from "./fake-introspector.ts";

const event = (fields: MessageInitShape<typeof RevocationEventSchema>) => create(RevocationEventSchema, fields);
const ofToken = (value: string) => event({ subject: { case: "tokenId", value }, kind: RevocationKind.REVOKED });
const ofInstall = (installationVersion: number) =>
  event({ subject: { case: "installationId", value: "i" }, kind: RevocationKind.REVOKED, installationVersion });

describe("marks", () => {
  it("concern what was known before, and not what came after", () => {
    const marks = new Marks();
    const before = marks.position;
    marks.take(ofToken("t"));
    expect([marks.concern(GRANT, before), marks.concern(GRANT, marks.position)]).toEqual([true, false]);
  });

  it("of an installation concern the installs up to the event's", () => {
    const marks = new Marks();
    const before = marks.position;
    marks.take(ofInstall(2));
    marks.take(ofInstall(1));
    const at = (installationVersion: number, position = before) =>
      marks.concern({ ...GRANT, installationVersion }, position);
    expect([at(1), at(2), at(3)]).toEqual([true, true, false]);
    expect([at(1, before + 1), at(2, before + 1)]).toEqual([true, false]);
  });

  it("that are forgotten concern whatever was last compared before them, and nothing else", () => {
    const marks = new Marks(3);
    const positions = [marks.position];
    for (let n = 0; n < 30; n++) {
      marks.take(ofToken(`other ${n}`));
      positions.push(marks.position);
    }
    const concerned = positions.map((position) => marks.concern(GRANT, position));
    // Three subjects are remembered, twice: who compared within the last six events still knows.
    expect(concerned.lastIndexOf(true)).toBeLessThan(positions.length - 4);
    expect(concerned[0]).toBe(true);
    marks.take(ofToken("t"));
    expect(marks.concern(GRANT, positions.at(-1)!)).toBe(true);
  });

  it("of one subject take the room of one", () => {
    const marks = new Marks(3);
    const first = marks.position;
    for (let n = 0; n < 1_000; n++) marks.take(ofToken("the same"));
    expect(marks.concern(GRANT, first)).toBe(false);
  });
});
