import { describe, expect, test } from "vitest";
import { closeMerchant } from "../../../src/service/accounts/close-merchant.ts";
import { archiveApp } from "../../../src/service/apps/archive-app.ts";
import { rejectApp } from "../../../src/service/apps/reject-app.ts";
import { requestChanges } from "../../../src/service/apps/request-changes.ts";
import { resumeApp } from "../../../src/service/apps/resume-app.ts";
import { startReview } from "../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../src/service/apps/submit-app.ts";
import { suspendApp } from "../../../src/service/apps/suspend-app.ts";
import { resumeInstallation } from "../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../src/service/installations/uninstall.ts";
import { approve, createApproved, createDraft } from "../../support/world/apps.ts";
import { keyCall } from "../../support/world/calls.ts";
import { useAppWorld } from "../../support/world/fixtures.ts";
import { changeOf, installOn, reason } from "../../support/world/installations.ts";
import { reasonOf } from "../../support/world/tokens.ts";
import { outboxOf } from "../../support/world/world.ts";

const { world, developer } = useAppWorld();
const verdict = { reasonCode: "REDIRECT_URI", reasonText: "The callback answers 404.", revision: null };
const typesOf = async (id: string) => (await outboxOf(world, id)).map(({ type }) => type);
/** Makes every write of an event fail until the returned function is called. */
async function refuseEvents(): Promise<() => Promise<unknown>> {
  await world.sql.query(`
    create function refuse_events() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$;
    create trigger refuse_events before insert on event for each row execute function refuse_events()`);
  return () => world.sql.query("drop trigger refuse_events on event; drop function refuse_events()");
}

describe("the events of an installation", () => {
  test("follow its life, with the version and the scopes after each change", async () => {
    const { app, merchant, pair } = await world.install();
    const { installationId } = pair;
    const exchange = async (scopes: string[]) => {
      await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }, { scopes }) });
    };
    await exchange(["orders.read"]);
    await exchange(["orders.read"]);
    await suspendInstallation(world.deps, { installationId, party: null, ...reason }, keyCall());
    await suspendInstallation(world.deps, { installationId, party: "MERCHANT", ...reason }, keyCall());
    await resumeInstallation(world.deps, { installationId, party: "MERCHANT" }, keyCall());
    await resumeInstallation(world.deps, { installationId, party: null }, keyCall());
    await uninstall(world.deps, { installationId, party: null }, keyCall());
    await uninstall(world.deps, { installationId, party: null }, keyCall());
    await exchange(["orders.read", "orders.write"]);
    const [all, some] = [["orders.read", "orders.write"], ["orders.read"]];
    const subjects = { clientId: app.clientId, merchantId: merchant.id };
    expect(await outboxOf(world, installationId)).toEqual(
      [
        { type: "installation.created", version: 1, scopes: all },
        { type: "installation.scopes_changed", version: 1, scopes: some },
        { type: "installation.suspended", version: 1, scopes: some },
        { type: "installation.resumed", version: 1, scopes: some },
        { type: "installation.uninstalled", version: 1, scopes: some },
        { type: "installation.created", version: 2, scopes: all },
      ].map((event, at) => ({ ...event, ...subjects, sequence: at + 1 })),
    );
  });

  test("report a reused refresh token, and no other refresh", async () => {
    const { app, pair } = await world.install();
    const second = await world.refreshWith(app, pair.refreshToken);
    await world.refreshWith(app, pair.refreshToken);
    const third = await world.refreshWith(app, second.refreshToken);
    expect(await typesOf(pair.installationId)).toEqual(["installation.created"]);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_reused");
    expect(await reasonOf(world.refreshWith(app, third.refreshToken))).toBe("refresh_family_ended");
    expect(await typesOf(pair.installationId)).toEqual(["installation.created", "refresh_token.reuse_detected"]);
  });

  test("report each installation that ends with its app or merchant", async () => {
    const app = await world.app();
    const [one, two] = [await installOn(world, app), await installOn(world, app)];
    await closeMerchant(world.deps, { merchantId: one.merchant.id }, keyCall());
    await archiveApp(world.deps, { clientId: app.clientId }, keyCall());
    for (const { pair } of [one, two]) {
      expect(await typesOf(pair.installationId)).toEqual(["installation.created", "installation.uninstalled"]);
    }
  });

  test("are written in the transaction of the change", async () => {
    const installed = await world.install();
    const { app, merchant, pair } = installed;
    const next = await world.refreshWith(app, pair.refreshToken);
    const last = await world.refreshWith(app, next.refreshToken);
    const code = await world.issueCode({ app, merchant }, { scopes: ["orders.read"] });
    const allow = await refuseEvents();
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("StorageError");
    expect(await reasonOf(uninstall(world.deps, changeOf(installed), keyCall()))).toBe("StorageError");
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("StorageError");
    await allow();
    expect(await typesOf(pair.installationId)).toEqual(["installation.created"]);
    expect((await world.refreshWith(app, last.refreshToken)).scopes).toEqual(["orders.read", "orders.write"]);
    await world.exchangeCode(app, { code });
    expect((await outboxOf(world, pair.installationId)).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

describe("the events of an app", () => {
  test("follow its reviews and suspensions", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    for (const decide of [requestChanges, rejectApp]) {
      await submitApp(world.deps, { clientId }, developer);
      await startReview(world.deps, { clientId }, keyCall());
      await decide(world.deps, { clientId, ...verdict }, keyCall());
    }
    await approve(world, clientId, developer);
    await suspendApp(world.deps, { clientId, ...verdict }, keyCall());
    await resumeApp(world.deps, { clientId }, keyCall());
    expect(await typesOf(clientId)).toEqual([
      "app.changes_requested",
      "app.rejected",
      "app.approved",
      "app.suspended",
      "app.reinstated",
    ]);
  });

  test("are written in the transaction of the change", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    const allow = await refuseEvents();
    expect(await reasonOf(suspendApp(world.deps, { clientId, ...verdict }, keyCall()))).toBe("StorageError");
    await allow();
    expect((await world.deps.apps.find(clientId))!.app.state).toBe("APPROVED");
    expect(await typesOf(clientId)).toEqual(["app.approved"]);
  });
});

test("no event contains a token, a code or a client secret", async () => {
  const { app, merchant, pair } = await world.install();
  const code = await world.issueCode({ app, merchant });
  await world.exchangeCode(app, { code });
  const text = JSON.stringify(await world.rows("select * from event"));
  const secrets = [code, pair.accessToken, pair.refreshToken!, (app.credentials.proof as { secret: string }).secret];
  for (const secret of secrets) expect(text).not.toContain(secret.slice(-20));
});
