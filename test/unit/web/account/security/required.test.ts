import { expect, onTestFinished, test } from "vitest";
import { createSite, Visitor } from "../../site.ts";

async function visit(roles: { operator?: boolean; developer?: boolean }): Promise<Visitor> {
  const site = await createSite();
  onTestFinished(() => site.app.close());
  site.world.secondFactorRequired = true;
  const visitor = new Visitor(site);
  const account = site.world.addAccount({ email: "olga@x.example", name: "Olga", ...roles });
  visitor.cookies.set("__Host-latchkey", site.world.signIn(account));
  return visitor;
}

test.each(["/console", "/console/apps", "/console/keys/new"])(
  "%s leads operators without a required second factor to its set-up",
  async (path) => {
    const answer = await (await visit({ operator: true })).get(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/account/security?required=yes"]);
  },
);

test("forms of the console lead there too", async () => {
  const answer = await (await visit({ operator: true })).post("/console/keys/new", { name: "x" });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/account/security?required=yes"]);
});

test("other accounts do not need it", async () => {
  expect((await (await visit({ developer: true })).get("/console")).statusCode).toBe(403);
});
