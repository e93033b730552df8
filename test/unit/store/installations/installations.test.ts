import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Party } from "../../../../src/model/merchant.ts";
import { createManagement, type Management } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { useTestDatabase } from "../../../support/world/fixtures.ts";

describe("uninstall", () => {
  const database = useTestDatabase();
  let management: Management;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const orm = await createOrm({ url: database.url, ...LONG_TIMEOUT_POOL });
    management = createManagement(orm);
    close = () => orm.close(true);
    await database.sql.query("insert into account (name) values ('A')");
    await database.sql.query(
      `insert into app (client_id, developer_id, confidential, name, redirect_uris, scopes, registered_scopes)
       select 'app_x', id, true, 'X', '{}', '[]', '{}' from account`,
    );
  });
  afterAll(async () => {
    await close();
  });

  let merchants = 0;
  async function installed(state = "ACTIVE"): Promise<string> {
    const merchant = `m${merchants++}`;
    await database.sql.query("insert into merchant (id, name) values ($1, 'M')", [merchant]);
    const { rows } = await database.sql.query(
      "insert into installation (app_id, merchant_id, state, version) select id, $1, $2, 1 from app returning id",
      [merchant, state],
    );
    return rows[0].id;
  }
  const rowOf = async (id: string) =>
    (
      await database.sql.query("select state, suspended_by, reason_code, ended_by from installation where id = $1", [
        id,
      ])
    ).rows[0];
  const eventsOf = async (id: string) =>
    (
      await database.sql.query("select kind from revocation_event where subject_id = $1 order by cursor", [id])
    ).rows.map(({ kind }) => kind);
  const uninstall = (installationId: string, by: Party) =>
    management.transactional((tx) => tx.uninstall({ installationId, by }));

  it("uninstalls once, and lifts only the suspension of its own party", async () => {
    const id = await installed();
    await database.sql.query(
      "update installation set state = 'SUSPENDED', suspended_by = '{MERCHANT,OPERATOR}' where id = $1",
      [id],
    );
    expect(await uninstall(id, "MERCHANT")).toEqual({ installed: true, version: 1 });
    expect(await uninstall(id, "MERCHANT")).toEqual({ installed: false, version: 1 });
    expect(await rowOf(id)).toMatchObject({ state: "UNINSTALLED", suspended_by: ["OPERATOR"], ended_by: "MERCHANT" });
    expect(await eventsOf(id)).toEqual(["REVOKED"]);
  });

  it("before the first exchange, leaves it PENDING and revokes its codes", async () => {
    const id = await installed("PENDING");
    expect(await uninstall(id, "APP")).toMatchObject({
      installed: false,
    });
    const { rows } = await database.sql.query(
      "select state, not_before is not null as marked from installation where id = $1",
      [id],
    );
    expect(rows).toEqual([{ state: "PENDING", marked: true }]);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("reads the time after waiting for the lock", async () => {
    const id = await installed();
    const holder = await database.sql.connect();
    await holder.query("begin");
    await holder.query("select 1 from installation where id = $1 for update", [id]);
    const ending = uninstall(id, "APP");
    await new Promise((resolve) => setTimeout(resolve, 200));
    const released = await holder.query("select clock_timestamp() as at");
    await holder.query("update installation set changed_at = clock_timestamp() where id = $1", [id]);
    await holder.query("commit");
    holder.release();
    await ending;
    const { rows } = await database.sql.query("select not_before > $2 as after from installation where id = $1", [
      id,
      released.rows[0].at,
    ]);
    expect(rows).toEqual([{ after: true }]);
  });

  it("returns null for an unknown installation", async () => {
    expect(await uninstall("01890a5d-ac96-774b-bcce-b302099a8057", "APP")).toBeNull();
  });
});
