import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Credentials } from "../../../../src/service/tokens/client-authentication.ts";
import { authenticateApp } from "../../../../src/service/tokens/client-authentication.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, format, idOf, reasonOf, type TestApp } from "../../../support/world/tokens.ts";

describe("client authentication", () => {
  const world = useWorld();

  const ask = (app: TestApp, proof: Credentials["proof"]) =>
    reasonOf(
      authenticateApp(world.deps.tokens, { clientId: app.clientId, proof }, { call: createCall(), purpose: "grant" }),
    );
  const secretOf = (app: TestApp) => (app.credentials.proof.kind === "secret" ? app.credentials.proof.secret : "");

  it("L1 RFC 6749 §2.3.1 accepts only the correct secret", async () => {
    const app = await world.app();
    const other = await world.app();
    expect(await ask(app, app.credentials.proof)).toBe("none");
    expect(await ask(app, { kind: "none" })).toBe("client_secret_missing");
    expect(await ask(app, { kind: "public" })).toBe("client_secret_missing");
    expect(await ask(app, { kind: "secret", secret: "" })).toBe("client_secret_wrong");
    expect(await ask(app, { kind: "secret", secret: "wrong" })).toBe("client_secret_wrong");
    expect(await ask(app, { kind: "secret", secret: secretOf(other) })).toBe("client_secret_wrong");
    expect(await ask(app, { kind: "secret", secret: format.create("cs", idOf(secretOf(app))).text })).toBe(
      "client_secret_wrong",
    );
  });

  it("a public app must state that it is public, without a secret", async () => {
    const app = await world.app({ confidential: false });
    expect(await ask(app, { kind: "public" })).toBe("none");
    expect(await ask(app, { kind: "none" })).toBe("client_missing");
    expect(await ask(app, { kind: "secret", secret: "x" })).toBe("client_secret_unexpected");
  });

  it("rejects unknown, missing and malformed client ids", async () => {
    const app = await world.app();
    const as = (clientId: string) => ask({ ...app, clientId }, app.credentials.proof);
    expect(await as("app_nobody")).toBe("client_unknown");
    expect(await as("")).toBe("client_missing");
    expect(await as("a\nb")).toBe("client_malformed");
    expect(await as("a".repeat(256))).toBe("client_malformed");
  });

  it("L5 accepts two active secrets, and a retired one until its end", async () => {
    const app = await world.app();
    const second = await world.secret(app.id);
    await world.sql.query(
      "update app_secret set retires_at = clock_timestamp() + interval '100 seconds' where id = $1",
      [idOf(secretOf(app))],
    );
    expect(await ask(app, app.credentials.proof)).toBe("none");
    expect(await ask(app, { kind: "secret", secret: second.text })).toBe("none");
    await world.age(101);
    expect(await ask(app, app.credentials.proof)).toBe("client_secret_wrong");
    expect(await ask(app, { kind: "secret", secret: second.text })).toBe("none");
  });

  it("K6 suspended, archived and rejected apps get the response of a wrong secret", async () => {
    for (const state of ["SUSPENDED", "ARCHIVED", "REJECTED"] as const) {
      const app = await world.app({ state });
      expect(await ask(app, app.credentials.proof)).toBe("client_unusable");
    }
  });

  it("records the last use of a secret to the hour, outside of the request", async () => {
    // Flushed by the test instead of the timer.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const app = await world.app();
    const used = async () =>
      (await world.sql.query("select last_used_at as at from app_secret where id = $1", [idOf(secretOf(app))])).rows[0]
        .at;
    await ask(app, app.credentials.proof);
    expect(await used()).toBeNull();
    await world.deps.tokens.store.lastUse.flush();
    const first = await used();
    expect(first).not.toBeNull();
    await ask(app, app.credentials.proof);
    await world.deps.tokens.store.lastUse.flush();
    expect(await used()).toEqual(first);
    await world.age(3601);
    await ask(app, app.credentials.proof);
    await world.deps.tokens.store.lastUse.flush();
    expect((await used()).getTime()).toBeGreaterThan(first.getTime() - 1000);
  });

  it("L6 failures are counted and limited, and a correct secret is never rejected", async () => {
    const app = await world.app();
    const failures: unknown[] = [];
    const tokens = world.variant({
      limits: {
        async countAppFailure(failure) {
          failures.push(failure);
          return failures.length > 2 ? { kind: "refuse", retryAfter: 30 } : { kind: "allow" };
        },
      },
    });
    const attempt = (proof: Credentials["proof"]) =>
      reasonOf(
        tokens.revoke({ credentials: { clientId: app.clientId, proof }, token: "x", tokenTypeHint: "" }, createCall()),
      );
    const wrong: Credentials["proof"] = { kind: "secret", secret: "wrong" };
    expect([await attempt(wrong), await attempt(wrong), await attempt(wrong)]).toEqual([
      "client_secret_wrong",
      "client_secret_wrong",
      "rate_limited",
    ]);
    expect(await attempt(app.credentials.proof)).toBe("none");
    expect(failures).toEqual(new Array(3).fill({ clientId: app.clientId, address: "203.0.113.7" }));
  });
});
