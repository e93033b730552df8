import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { RevocationEventSchema, RevocationKind } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { RevocationIndex } from "../../../src/client/revocation-index.ts";
import { GRANT } from "./fake-introspector.ts";

const event = (fields: MessageInitShape<typeof RevocationEventSchema>) => create(RevocationEventSchema, fields);
const ofToken = (value: string) => event({ subject: { case: "tokenId", value }, kind: RevocationKind.REVOKED });
const ofInstall = (installationVersion: number) =>
  event({ subject: { case: "installationId", value: "i" }, kind: RevocationKind.REVOKED, installationVersion });

describe("RevocationIndex", () => {
  it("affects grants from before the event, not later ones", () => {
    const index = new RevocationIndex();
    const before = index.position;
    index.add(ofToken("t"));
    expect([index.affects(GRANT, before), index.affects(GRANT, index.position)]).toEqual([true, false]);
  });

  it("an installation's event affects installs up to its version", () => {
    const index = new RevocationIndex();
    const before = index.position;
    index.add(ofInstall(2));
    index.add(ofInstall(1));
    const at = (installationVersion: number, position = before) =>
      index.affects({ ...GRANT, installationVersion }, position);
    expect([at(1), at(2), at(3)]).toEqual([true, true, false]);
    expect([at(1, before + 1), at(2, before + 1)]).toEqual([true, false]);
  });

  it("evicted subjects affect only grants last checked before them", () => {
    const index = new RevocationIndex(3);
    const positions = [index.position];
    for (let n = 0; n < 30; n++) {
      index.add(ofToken(`other ${n}`));
      positions.push(index.position);
    }
    const concerned = positions.map((position) => index.affects(GRANT, position));
    // Two generations of three subjects: a grant that was compared within the last six events is known.
    expect(concerned.lastIndexOf(true)).toBeLessThan(positions.length - 4);
    expect(concerned[0]).toBe(true);
    index.add(ofToken("t"));
    expect(index.affects(GRANT, positions.at(-1)!)).toBe(true);
  });

  it("events of one subject take one entry", () => {
    const index = new RevocationIndex(3);
    const first = index.position;
    for (let n = 0; n < 1_000; n++) index.add(ofToken("the same"));
    expect(index.affects(GRANT, first)).toBe(false);
  });
});
