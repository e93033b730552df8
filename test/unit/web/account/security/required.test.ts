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

test.each([
  ["/console", "%2Fconsole"],
  ["/console/audit?action=app.approve", "%2Fconsole%2Faudit%3Faction%3Dapp.approve"],
  ["/console/keys/new", "%2Fconsole%2Fkeys%2Fnew"],
])("%s leads operators without a required second factor to its set-up, which continues there", async (path, next) => {
  const answer = await (await visit({ operator: true })).get(path);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/account/security?required=yes&next=${next}`]);
});

test("R5 a path that another server could answer is not carried to the set-up", async () => {
  const answer = await (await visit({ operator: true })).get("/console/apps/%2F%2Fevil.example");
  expect(answer.headers.location).toBe("/account/security?required=yes");
});

test("forms of the console lead there too", async () => {
  const answer = await (await visit({ operator: true })).post("/console/keys/new", { name: "x" });
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    "/account/security?required=yes&next=%2Fconsole%2Fkeys%2Fnew",
  ]);
});

test("other accounts do not need it", async () => {
  expect((await (await visit({ developer: true })).get("/console")).statusCode).toBe(403);
});
