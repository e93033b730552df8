import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { csrfIn, openedIn } from "../site.ts";
import { COMPLETE, clientIdIn, Developer, PASSWORD, signUp, usePortalSite } from "./portal-site.ts";

const site = usePortalSite();

const send = async (visitor: Developer, step: string, fields: Record<string, string>) =>
  visitor.post(`/portal/team/${step}`, { csrf_token: csrfIn(await visitor.get("/sign-out")), ...fields });
const linkIn = (body: string) => /id="invitation-link"[^>]*value="[^"]*(\/invitations\/[\w-]{43})"/.exec(body)?.[1];
const memberIds = (body: string) => [...body.matchAll(/name="account_id" value="([^"]*)"/g)].map(([, id]) => id!);
const removeLinks = (body: string) =>
  [...body.matchAll(/href="([^"]*\/team\/remove[^"]*)"/g)].map(([, to]) => to!.replace("&amp;", "&"));

/** The teams that the forms of a page name. */
const teamsIn = (body: string) => [
  ...new Set([...body.matchAll(/type="hidden" name="team" value="([\w-]{36})"/g)].map(([, id]) => id)),
];

/** Invites an address to the developer's team; returns the path of the link. */
async function invite(owner: Developer, email: string, role = "member"): Promise<string> {
  const { headers } = await send(owner, "invite", { email, invited_role: role });
  return linkIn((await owner.get(headers.location!)).body)!;
}

/** A new account that accepts an invitation. */
async function joinAsGuest(owner: Developer, name: string, role?: string): Promise<Developer> {
  const guest = new Developer(site);
  const path = await invite(owner, guest.email, role);
  const { headers } = await guest.submit(path, { name, password: PASSWORD });
  expect(headers.location).toBe("/portal");
  const text = `You are now ${role === "owner" ? "an owner" : "a member"} of Acme.`;
  expect((await guest.get("/portal")).body).toContain(text);
  return guest;
}

test("an owner invites a colleague, who creates and submits an app of the team", async () => {
  const ada = await signUp(site, "Acme");
  const empty = (await ada.get("/portal/team")).body;
  expect(empty).toContain("Developer account");
  const guest = new Developer(site);
  const path = await invite(ada, guest.email);
  expect((await ada.get("/portal/team")).body).not.toContain(path);
  expect((await guest.get(path)).body).toContain("Acme invites you to work on its apps.");
  await guest.submit(path, { name: "Grace", password: PASSWORD });
  const created = await guest.upload("/portal/apps/new", { ...COMPLETE, action: "submit" });
  const clientId = clientIdIn(created);
  const page = (await ada.get(`/portal/apps/${clientId}`)).body;
  expect(page).toContain("by Grace");
  const { app } = await site.core.apps.getApp({ clientId });
  expect(app).toMatchObject({ developerName: "Acme", state: 2 });
  expect((await guest.get("/portal")).body).toContain("Parcel Pilot");
});

test("a removed member loses open pages and forms at once", async () => {
  const ada = await signUp(site, "Acme");
  const grace = await joinAsGuest(ada, "Grace");
  const clientId = clientIdIn(await grace.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
  const edit = `/portal/apps/${clientId}/edit`;
  const open = await grace.get(edit);
  const list = (await ada.get("/portal/team")).body;
  const [memberId] = memberIds(list);
  expect(list).not.toContain('action="/portal/team/remove"');
  const question = (await ada.get(removeLinks(list)[0]!)).body;
  expect(question).toContain("Remove Grace from Acme?");
  expect(memberIds(question)).toEqual([memberId]);
  expect((await ada.get(removeLinks(list)[0]!.replace(/team=[^&]*/, "team=other"))).headers.location).toBe(
    "/portal/team",
  );
  const removed = await send(ada, "remove", { account_id: memberId! });
  expect((await ada.get(removed.headers.location!)).body).toContain("Member removed. Grace has no access any more.");
  expect((await send(ada, "remove", { account_id: memberId! })).headers.location).toBe(removed.headers.location);
  const fields = { ...COMPLETE, csrf_token: csrfIn(open), name: "Taken over", action: "save" };
  expect((await grace.send(edit, fields, undefined)).statusCode).toBe(403);
  for (const url of ["/portal", `/portal/apps/${clientId}`, `/portal/apps/${clientId}/installations`, "/portal/team"])
    expect([url, (await grace.get(url)).statusCode]).toEqual([url, 403]);
  expect((await site.core.apps.getApp({ clientId })).app?.profile?.name).toBe("Parcel Pilot");
});

test("a form of an app that a member changed names the member", async () => {
  const ada = await signUp(site, "Acme");
  const grace = await joinAsGuest(ada, "Grace");
  const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
  const edit = `/portal/apps/${clientId}/edit`;
  const opened = openedIn(await ada.get(edit));
  const save = { ...COMPLETE, ...opened, action: "save" };
  expect((await grace.upload(edit, { ...save, name: "Parcels" })).statusCode).toBe(303);
  expect((await ada.upload(edit, { ...save, purpose: "Another." })).body).toContain("<p>Changed by Grace, <time ");
});

test("a member sees names only, may change nothing, and leaves", async () => {
  const ada = await signUp(site, "Acme");
  const grace = await joinAsGuest(ada, "Grace");
  const { body } = await grace.get("/portal/team");
  expect(body).toContain("Only owners can invite, change and remove members.");
  expect(body).not.toContain(ada.email);
  expect(memberIds(body)).toEqual([]);
  const list = (await ada.get("/portal/team")).body;
  const [memberId] = memberIds(list);
  for (const [step, fields] of [
    ["role", { account_id: memberId!, role: "owner" }],
    ["invite", { email: "x@example.com", invited_role: "owner" }],
    ["remove", { account_id: randomUUID() }],
    ["revoke", { invitation_id: randomUUID() }],
  ] as const) {
    const answer = await send(grace, step, fields);
    expect([step, answer.statusCode]).toEqual([step, 403]);
    expect(answer.body).toContain("Your role in Acme is now Member. Only owners can invite,");
  }
  expect(body).toMatch(
    />Grace<\/span>(?:(?!<\/li>)[\s\S])*<a class="leave" href="\/portal\/team\/leave">Leave team …</,
  );
  expect(list).not.toContain("Leave team …");
  expect((await grace.get("/portal/team/leave")).body).toContain("Leave Acme?");
  expect((await send(grace, "leave", {})).headers.location).toBe("/");
  expect((await grace.get("/")).body).toContain("You have left the team.");
  expect((await grace.get("/")).body).not.toContain("You have left the team.");
  expect((await grace.get("/portal")).statusCode).toBe(403);
  expect((await ada.get("/portal/team")).body).not.toContain("Grace");
});

test("a question about a member that the reader may not remove leads to the list; a member may leave", async () => {
  const ada = await signUp(site, "Acme");
  const grace = await joinAsGuest(ada, "Grace");
  const list = (await ada.get("/portal/team")).body;
  const [team] = teamsIn(list) as [string];
  const [guestId] = memberIds(list) as [string];
  const question = (visitor: Developer, account_id: string) =>
    visitor.get(`/portal/team/remove?${new URLSearchParams({ team, account_id })}`);
  for (const visitor of [ada, grace]) {
    const answer = await question(visitor, team);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/portal/team"]);
  }
  const grown = await joinAsGuest(ada, "Ruth");
  expect((await question(grown, guestId)).headers.location).toBe("/portal/team");
  expect((await question(grace, guestId)).body).toContain("Leave Acme?");
});

test("an owner who removes their own account leaves the team", async () => {
  const ada = await signUp(site, "Acme");
  const grace = await joinAsGuest(ada, "Grace", "owner");
  const [ownId] = memberIds((await grace.get("/portal/team")).body);
  const { headers } = await send(grace, "remove", { account_id: ownId! });
  const page = await grace.get(headers.location!);
  expect([page.statusCode, page.body.includes("You have left the team.")]).toEqual([200, true]);
});

test("a developer in another team switches between them, and forms keep their team", async () => {
  const ada = await signUp(site, "Acme");
  const bob = await signUp(site, "Bob");
  const path = await invite(ada, bob.email, "owner");
  await bob.submit(path, {});
  const own = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Acme Labels", action: "save" }));
  const page = (await bob.get("/portal")).body;
  expect(page).toContain("Acme Labels");
  const form = await bob.get("/portal/apps/new");
  const acme = /name="team" value="([\w-]{36})"/.exec(form.body)![1]!;
  const bobs = /<option value="([\w-]{36})"/.exec(page)![1]!;
  await send(bob, "switch", { team: bobs });
  expect((await bob.get("/portal")).body).not.toContain("Acme Labels");
  expect((await bob.get(`/portal/apps/${own}`)).statusCode).toBe(200);
  const fields = { ...COMPLETE, csrf_token: csrfIn(form), team: acme, name: "From the open form", action: "save" };
  const made = clientIdIn(await bob.follow(await bob.send("/portal/apps/new", fields, undefined)));
  expect((await site.core.apps.getApp({ clientId: made })).app?.developerAccountId).toBe(acme);
  const rejected = await send(bob, "invite", { team: acme, email: "no address", invited_role: "member" });
  expect([rejected.statusCode, teamsIn(rejected.body)]).toEqual([400, [acme]]);
  const merchants = { csrf_token: csrfIn(form), team: acme, name: "" };
  const unnamed = await bob.post("/portal/test-merchants", merchants);
  expect([unnamed.statusCode, teamsIn(unnamed.body)]).toEqual([400, [acme]]);
  const restored = await bob.post("/portal/apps/new/restore", { csrf_token: csrfIn(form), team: acme, name: "Kept" });
  expect(teamsIn(restored.body)).toEqual([acme]);
  // The header names the team of the page.
  for (const { body } of [rejected, unnamed, restored, await bob.get(`/portal/apps/${own}/edit`)])
    expect(body).toContain(`value="${acme}" selected`);
  await send(bob, "switch", { team: crypto.randomUUID() });
  expect((await bob.get("/portal/test-merchants")).body).toContain(`value="${bobs}" selected`);
  const refused = { ...fields, team: crypto.randomUUID() };
  expect((await bob.send("/portal/apps/new", refused, undefined)).statusCode).toBe(403);
});

test("an invitation that was withdrawn in another window is not sent again", async () => {
  const ada = await signUp(site, "Acme");
  const guest = new Developer(site);
  await invite(ada, guest.email);
  const open = (await ada.get("/portal/team")).body;
  const invitation_id = /name="invitation_id" value="([^"]*)"/.exec(open)![1]!;
  await send(ada, "revoke", { invitation_id });
  const again = await send(ada, "invite", { invitation_id, email: guest.email, invited_role: "member" });
  expect(again.statusCode).toBe(409);
  expect(again.body).toContain("This invitation was withdrawn, or a newer one has replaced it.");
});

test("a form of a member whose access has ended says so and returns the typed texts, as for an unknown app", async () => {
  const ada = await signUp(site, "Acme");
  const grace = await joinAsGuest(ada, "Grace");
  const clientId = clientIdIn(await grace.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
  const eve = await signUp(site, "Eve");
  const csrf_token = csrfIn(await eve.get("/portal/check"));
  const typed = { ...COMPLETE, purpose: "Typed <b>for an hour</b>.", csrf_token, action: "save" };
  const [memberId] = memberIds((await ada.get(removeLinks((await ada.get("/portal/team")).body)[0]!)).body);
  const graceToken = csrfIn(await grace.get("/portal/check"));
  await send(ada, "remove", { account_id: memberId! });
  const ended = "You no longer have access to this app, or it does not exist. Nothing was saved.";
  for (const [visitor, form, status] of [
    [grace, { ...typed, csrf_token: graceToken }, 403],
    [eve, typed, 404],
  ] as const) {
    for (const id of [clientId, `app_${"0".repeat(22)}`]) {
      const { statusCode, body } = await visitor.send(`/portal/apps/${id}/edit`, form, undefined);
      expect([statusCode, body.includes(ended)]).toEqual([status, true]);
      expect(body).toMatch(
        /Your text<\/label>[\s\S]*Typed &lt;b&gt;for an hour&lt;\/b&gt;\.\n\nTo know what to ship\.<\/textarea>/,
      );
    }
  }
  const note = await eve.post(`/portal/apps/${clientId}/submit`, { csrf_token, note: "Try it\r\nso." });
  expect([note.body.includes(ended), note.body.includes("\nTry it\nso.</textarea>")]).toEqual([true, true]);
  const page = await eve.get(`/portal/apps/${clientId}`, { "accept-language": "de" });
  expect(page.body).toContain("Sie haben keinen Zugriff auf diese App, oder es gibt sie nicht.");
});
