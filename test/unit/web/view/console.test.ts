import { create } from "@bufbuild/protobuf";
import { timestampFromDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { AppSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { AuditEventSchema } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import {
  InstallationSchema,
  InstallationState,
  RefreshFailure,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { AppFacts } from "../../../../src/web/console/apps/facts.ts";
import { scopesView } from "../../../../src/web/console/apps/scopes-view.ts";
import { installationPage } from "../../../../src/web/console/installations/installation-view.ts";
import { de } from "../../../../src/web/messages.de.ts";
import { en } from "../../../../src/web/messages.en.ts";
import type { PageContext } from "../../../../src/web/router/page-router.ts";

const ago = (hours: number) => timestampFromMs(Date.now() - hours * 3_600_000);
const at = (time: string) => timestampFromDate(new Date(`2026-11-20T${time}Z`));

describe("an installation in the console", () => {
  const page = (lastUsed: string) => {
    const installation = create(InstallationSchema, { connectedAt: at("12:30:00"), lastUsedAt: at(lastUsed) });
    const context = { t: en, language: "en", csrfToken: "x", account: { accountId: "a" } } as PageContext;
    return installationPage(context, {
      installation,
      events: [],
      stop: undefined,
      stopReason: null,
      installUrl: "",
      titles: new Map(),
      rejected: null,
    }).body.toString();
  };

  it("shows no use before it was connected, although uses are stored to the hour", () => {
    expect(page("12:00:00").match(/datetime="[^"]*"/g)).toEqual(Array(2).fill('datetime="2026-11-20T12:30:00.000Z"'));
    expect(page("09:00:00")).not.toContain("T09:00");
    expect(page("13:00:00")).toContain("T13:00");
  });

  it("has the install link for the merchant, and names a new consent as the portal does", () => {
    const event = (scopes: string[], installed: boolean) =>
      create(AuditEventSchema, { action: "token.exchange", detailJson: JSON.stringify({ scopes, installed }) });
    const body = installationPage(
      { t: en, language: "en", csrfToken: "x", account: { accountId: "a" } } as PageContext,
      {
        installation: create(InstallationSchema, { connectedAt: at("12:30:00") }),
        events: [event(["b", "a"], false), event(["a", "b"], false), event(["a"], true)],
        stop: undefined,
        stopReason: null,
        installUrl: "https://latchkey.example/install/x",
        titles: new Map(),
        rejected: null,
      },
    ).body.toString();
    expect(body).toMatch(
      /<label for="install-link">[^<]+<\/label>[^<]*<div[^>]*><input id="install-link" [^>]*value="https:\/\/latchkey.example\/install\/x"/,
    );
    const titles = body.match(/Connected again[^<]*|Installed(?=<)|Code exchanged[^<]*/g);
    expect(titles).toEqual(["Connected again", "Connected again with other scopes", "Installed"]);
  });
});

describe("the events and the access of an installation in the console", () => {
  const bodyOf = (init: object, events: object[] = []) =>
    installationPage({ t: en, language: "en", csrfToken: "x", account: { accountId: "a" } } as PageContext, {
      installation: create(InstallationSchema, {
        ...{ state: InstallationState.ACTIVE, connectedAt: ago(900), lastRefreshedAt: ago(73), ...init },
      }),
      events: events.map((event) => create(AuditEventSchema, event)),
      ...{ stop: undefined, stopReason: null, installUrl: "", titles: new Map(), rejected: null },
    }).body.toString();
  const failed = (lastFailure: RefreshFailure) => ({ lastFailedAt: ago(2), lastFailure, tokensExpireAt: ago(-250) });
  const accessOf = (body: string) => {
    const access = /<h2 id="access">(.*?)<\/section>/s.exec(body)?.[1] ?? "";
    return [...access.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name]) => name);
  };
  const ROWS = ["Granted scopes", "Last used", "Last refresh", "Last failure", "Access expires"];

  it("include the last failed refresh, once", () => {
    const body = bodyOf(failed(RefreshFailure.CREDENTIALS), [{ action: "token.exchange", at: ago(900) }]);
    expect(body.match(/<li class="event-\w+">|<strong>[^<]*<\/strong>/g)).toEqual([
      ...['<li class="event-bad">', "<strong>Refresh failed: Wrong secret</strong>"],
      ...['<li class="event-good">', "<strong>Connected again</strong>"],
    ]);
    const reused = bodyOf(failed(RefreshFailure.REUSED), [{ action: "token.reuse", at: ago(2) }]);
    expect(reused).not.toContain("Refresh failed: Token reused");
    expect(bodyOf(failed(RefreshFailure.REUSED))).toContain("Refresh failed: Token reused");
    expect(bodyOf({})).not.toContain("Refresh failed");
  });

  it.each<[string, object, string]>([
    ["without a problem", { tokensExpireAt: ago(-2000) }, "in 83 days"],
    ["whose refreshes fail", failed(RefreshFailure.CREDENTIALS), "in 10 days"],
    ["whose tokens were revoked", failed(RefreshFailure.REUSED), "Tokens revoked"],
    ["that is uninstalled", { state: InstallationState.UNINSTALLED, endedAt: ago(1) }, "Tokens revoked"],
    ["that is not completed", { state: InstallationState.PENDING }, "No tokens issued yet"],
  ])("have the same rows for one %s", (_, init, expiry) => {
    const body = bodyOf(init);
    expect(accessOf(body)).toEqual(ROWS);
    expect(body.slice(body.indexOf('<h2 id="access">'))).toContain(expiry);
  });

  it("have the time of a revocation", () => {
    const revoked = { tokensExpireAt: ago(3), tokensRevoked: true };
    expect(accessOf(bodyOf(revoked))).toEqual([...ROWS.slice(0, -1), "Access revoked"]);
    expect(accessOf(bodyOf({ ...revoked, state: InstallationState.UNINSTALLED, endedAt: ago(1) }))).toEqual(ROWS);
  });
});

describe("what a scope is for", () => {
  const profile = { scopes: [{ name: "orders.read", reason: "To <ship>", optional: false }] };
  const facts = { app: create(AppSchema, { profile }), catalogue: new Map() } as unknown as AppFacts;

  it.each([
    ["German", de, "„To &lt;ship&gt;“"],
    ["English", en, "“To &lt;ship&gt;”"],
  ])("is quoted with the quotation marks of the language: %s", (_name, t, quoted) => {
    expect(scopesView({ t } as PageContext, facts).toString()).toContain(quoted);
  });
});
