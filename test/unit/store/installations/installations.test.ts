import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Party } from "../../../../src/model/merchant.ts";
import { resumeInstallation, suspendInstallation } from "../../../../src/service/installations/steps.ts";
import {
  createManagement,
  type Management,
  type ManagementTransaction,
} from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { PATIENT_POOL } from "../../../support/patience.ts";

describe("steps of an installation", () => {
  let database: TestDatabase;
  let sql: pg.Pool;
  let management: Management;
  let close: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new pg.Pool({ connectionString: database.url, max: 4 });
    // A connection that its database ends is no failure of the test that happens to run.
    sql.on("error", () => {});
    const orm = await createOrm({ url: database.url, ...PATIENT_POOL });
    management = createManagement(orm);
    close = () => orm.close(true);
    await sql.query("insert into account (name) values ('A')");
    await sql.query(
      `insert into app (client_id, developer_id, confidential, name, redirect_uris, scopes, registered_scopes)
       select 'app_x', id, true, 'X', '{}', '[]', '{}' from account`,
    );
  });
  afterAll(async () => {
    await close();
    await sql.end();
    await database.drop();
  });

  let merchants = 0;
  async function installed(state = "ACTIVE"): Promise<string> {
    const merchant = `m${merchants++}`;
    await sql.query("insert into merchant (id, name) values ($1, 'M')", [merchant]);
    const { rows } = await sql.query(
      "insert into installation (app_id, merchant_id, state, version) select id, $1, $2, 1 from app returning id",
      [merchant, state],
    );
    return rows[0].id;
  }
  const rowOf = async (id: string) =>
    (await sql.query("select state, suspended_by, reason_code, ended_by from installation where id = $1", [id]))
      .rows[0];
  const eventsOf = async (id: string) =>
    (await sql.query("select kind from revocation_event where subject_id = $1 order by cursor", [id])).rows.map(
      ({ kind }) => kind,
    );
  const step = <T>(work: (tx: ManagementTransaction) => Promise<T>) => management.transactional(work);
  const suspend = (installationId: string, by: Party) =>
    step((tx) => suspendInstallation(tx, { installationId, by, reasonCode: `by-${by}`, reasonText: null }));
  const resume = (installationId: string, by: Party) => step((tx) => resumeInstallation(tx, { installationId, by }));

  it("only the side that suspended resumes, and the operator's block survives the app's", async () => {
    const id = await installed();
    await suspend(id, "APP");
    await suspend(id, "OPERATOR");
    expect(await resume(id, "MERCHANT")).toMatchObject({ kind: "refuse" });
    await resume(id, "APP");
    expect(await rowOf(id)).toMatchObject({
      state: "SUSPENDED",
      suspended_by: ["OPERATOR"],
      reason_code: "by-OPERATOR",
    });
    await resume(id, "OPERATOR");
    expect(await rowOf(id)).toMatchObject({ state: "ACTIVE", suspended_by: [], reason_code: null });
    expect(await eventsOf(id)).toEqual(["SUSPENDED", "RESUMED"]);
  });

  it("two suspensions at once of one side are one event", async () => {
    const id = await installed();
    await Promise.all([suspend(id, "MERCHANT"), suspend(id, "MERCHANT")]);
    expect(await eventsOf(id)).toEqual(["SUSPENDED"]);
  });

  it("an uninstall ends it once, lifts its own side's suspension and leaves the operator's", async () => {
    const id = await installed();
    await suspend(id, "MERCHANT");
    await suspend(id, "OPERATOR");
    const end = () => step((tx) => tx.endInstallation({ installationId: id, by: "MERCHANT" }));
    expect(await end()).toEqual({ installed: true, version: 1 });
    expect(await end()).toEqual({ installed: false, version: 1 });
    expect(await rowOf(id)).toMatchObject({ state: "UNINSTALLED", suspended_by: ["OPERATOR"], ended_by: "MERCHANT" });
    expect(await eventsOf(id)).toEqual(["SUSPENDED", "REVOKED"]);
  });

  it("an uninstall before the first exchange leaves it PENDING and its codes dead", async () => {
    const id = await installed("PENDING");
    expect(await step((tx) => tx.endInstallation({ installationId: id, by: "APP" }))).toMatchObject({
      installed: false,
    });
    const { rows } = await sql.query("select state, not_before is not null as marked from installation where id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ state: "PENDING", marked: true }]);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("an uninstall that waits for its lock is dated after the wait", async () => {
    const id = await installed();
    const holder = await sql.connect();
    await holder.query("begin");
    await holder.query("select 1 from installation where id = $1 for update", [id]);
    const ending = step((tx) => tx.endInstallation({ installationId: id, by: "APP" }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const released = await holder.query("select clock_timestamp() as at");
    await holder.query("update installation set changed_at = clock_timestamp() where id = $1", [id]);
    await holder.query("commit");
    holder.release();
    await ending;
    const { rows } = await sql.query("select not_before > $2 as after from installation where id = $1", [
      id,
      released.rows[0].at,
    ]);
    expect(rows).toEqual([{ after: true }]);
  });

  it("there is nothing to step on where there is no installation", async () => {
    const nobody = "01890a5d-ac96-774b-bcce-b302099a8057";
    expect(await suspend(nobody, "APP")).toEqual({ kind: "absent" });
    expect(await resume(nobody, "APP")).toEqual({ kind: "absent" });
    expect(await step((tx) => tx.endInstallation({ installationId: nobody, by: "APP" }))).toBeNull();
  });
});
