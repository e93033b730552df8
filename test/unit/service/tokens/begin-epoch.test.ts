import { describe, expect, it } from "vitest";
import { beginEpoch } from "../../../../src/service/tokens/begin-epoch.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

describe("a new epoch started by cores", () => {
  it("is audited once by the first", async () => {
    const [{ epoch: old }] = (await world.sql.query("select epoch from feed_head")).rows;
    const begin = () => beginEpoch(world.pools.reserved, { old, by: "core" });
    const begun = (await Promise.all([begin(), begin()])).filter((epoch) => epoch !== null);
    expect(begun).toHaveLength(1);
    expect((await world.sql.query("select epoch from feed_head")).rows).toEqual([{ epoch: begun[0] }]);
    const { rows } = await world.sql.query("select caller_name, action, detail from audit_event");
    expect(rows).toEqual([{ caller_name: "core", action: "feed.new_epoch", detail: { epoch: begun[0] } }]);
  });
});
