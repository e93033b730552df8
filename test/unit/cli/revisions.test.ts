import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { useDemoStage } from "../app/demo-stage.ts";
import { fieldsOf, jsonOf, type Terminal, terminalWith } from "./terminal.ts";

const developer = "developer@example.com";
const stage = useDemoStage();
let latchkey: Terminal;
beforeAll(async () => {
  await stage.start();
  latchkey = terminalWith({ DATA_DIR: stage.dataDir });
});

describe("a revision of an approved app", () => {
  it("apps submit with --file, --public and --refresh-mode; update, discard, request-changes --refuse and approve --allow", async () => {
    const file = join(stage.dataDir, "profile.json");
    const scopes = [{ name: "payouts:read", reason: "To book them." }];
    writeFileSync(
      file,
      JSON.stringify({ name: "From a file", purpose: "Books.", redirectUris: ["https://b.example/cb"], scopes }),
    );
    const options = ["--developer", developer, "--file", file];
    const result = await latchkey(
      "apps",
      "submit",
      ...options,
      "--name",
      "Booker",
      "--public",
      "--refresh-mode",
      "rotate",
    );
    const { client_id = "", ...facts } = fieldsOf(result);
    expect(facts).toEqual({ state: "submitted" });
    expect(result.out).not.toContain("Store the secret");
    expect(fieldsOf(await latchkey("apps", "show", client_id))).toMatchObject({ name: "Booker", purpose: "Books." });

    const approved = await latchkey("apps", "review", "approve", client_id);
    expect(approved.out).toContain("Merchants cannot grant these restricted scopes to the app: payouts:read\n");
    expect((await latchkey("apps", "show", client_id)).out).toContain("restricted, not allowed");

    expect(fieldsOf(await latchkey("apps", "update", client_id, "--name", "Booker 2")).pending_revision).toBe(
      "2, draft",
    );
    const shown = await latchkey("apps", "show", client_id);
    expect(shown.out).toMatch(/Pending revision 2: draft\nname {2}Booker 2\n\nScopes\n/);
    expect(fieldsOf(await latchkey("apps", "discard", client_id))).not.toHaveProperty("pending_revision");
    await latchkey("apps", "update", client_id, "--name", "Booker 3");
    expect(fieldsOf(await latchkey("apps", "submit", client_id)).pending_revision).toBe("3, submitted");
    const verdict = ["--reason-code", "SCOPES", "--reason", "Why?", "--refuse", "payouts:read"];
    await latchkey("apps", "review", "request-changes", client_id, ...verdict);
    expect(jsonOf(await latchkey("apps", "show", client_id, "--json")).history[0]).toMatchObject({
      action: "request_changes",
      refusedScopes: ["payouts:read"],
    });
    await latchkey("apps", "submit", client_id);
    const allowed = await latchkey("apps", "review", "approve", client_id, "--allow", "payouts:read");
    expect(allowed.out).not.toContain("cannot grant");
    expect(jsonOf(await latchkey("apps", "show", client_id, "--json")).app).toMatchObject({
      confidential: false,
      restrictedScopesAllowed: ["payouts:read"],
      profile: { name: "Booker 3" },
    });
  });

  it("apps submit --draft creates the app and prints the command that submits it", async () => {
    const result = await latchkey("apps", "submit", "--developer", developer, "--name", "Later", "--draft");
    const { client_id, state } = fieldsOf(result);
    expect(state).toBe("draft");
    expect(result.out).toContain(`To submit it: latchkey apps submit ${client_id}`);
  });

  it("apps submit of an invalid profile creates nothing and prints every violation", async () => {
    const count = async () => jsonOf(await latchkey("apps", "list", "--json")).apps.length;
    const before = await count();
    const result = await latchkey(
      ...["apps", "submit", "--developer", developer, "--name", "Bad"],
      ...["--redirect-uri", "http://evil.example/cb", "--scope", "nope=x"],
    );
    expect([result.status, result.out]).toEqual([1, ""]);
    expect(result.err).toMatch(/^latchkey: The app was not created. Invalid fields:\n(?: {2}profile\.\S+: .+\n){3}$/);
    expect(await count()).toBe(before);
  });
});
