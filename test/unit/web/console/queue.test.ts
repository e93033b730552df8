import { describe, expect, test } from "vitest";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { csrfIn, FORGED } from "../site.ts";
import { pageOf, useReviewSite } from "./review-site.ts";

const { site, people, submitted, appOf, step } = useReviewSite();

describe("access to the console", () => {
  test("is for operators; signed out redirects to sign-in; other accounts get 403", async () => {
    const clientId = await submitted();
    const pages = ["/console", "/console/templates", "/console/apps", pageOf(clientId), `${pageOf(clientId)}/suspend`];
    const outsider = await site.person("Nobody");
    for (const url of pages) {
      expect((await people.olga.browser.get(url)).statusCode, url).toBe(200);
      for (const { browser } of [people.developer, outsider])
        expect((await browser.get(url)).statusCode, url).toBe(403);
      const { statusCode, headers } = await site.app.inject({ url });
      expect([statusCode, headers.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(url)}`]);
    }
    const csrf_token = csrfIn(await people.developer.browser.get("/sign-out"));
    for (const name of ["start-review", "approve", "request-changes", "reject", "resume", "suspend", "archive"]) {
      const answer = await people.developer.browser.post(`${pageOf(clientId)}/${name}`, { csrf_token, confirm: "yes" });
      expect(answer.statusCode, name).toBe(403);
    }
    expect((await appOf(clientId)).state).toBe(AppState.SUBMITTED);
  });

  test("only operators see its link", async () => {
    expect((await people.olga.browser.get("/")).body).toContain('href="/console"');
    expect((await people.developer.browser.get("/")).body).not.toContain('href="/console"');
  });
});

describe("C12 a forged form", () => {
  test.each(FORGED)("with %s is refused", async (_name, fields, headers) => {
    const clientId = await submitted();
    const csrf_token = csrfIn(await people.olga.browser.get(pageOf(clientId)));
    const answer = await people.olga.browser.post(
      `${pageOf(clientId)}/start-review`,
      fields ?? { csrf_token },
      headers,
    );
    expect(answer.statusCode).toBe(403);
    expect((await appOf(clientId)).state).toBe(AppState.SUBMITTED);
  });
});

describe("the queue", () => {
  const groupsOf = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/<section aria-labelledby="(mine|waiting|others)">(.*?)<\/section>/gs)].map(([, id, text]) => [
        id!,
        text!,
      ]),
    );

  test("marks an app whose name looks like that of another one", async () => {
    const ids = [await submitted({ name: "Lantern Lamp" }), await submitted({ name: "L\u0430ntern Lamp" })];
    const other = await submitted({ name: "Something of its own" });
    const { waiting } = groupsOf((await people.olga.browser.get("/console")).body);
    const rows = [...waiting!.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => row);
    const marks = (name: RegExp) => rows.filter((row) => name.test(row)).map((row) => row.includes("Similar name"));
    expect(marks(/L.ntern Lamp<\/strong>/u)).toEqual([true, true]);
    expect(marks(/Something of its own<\/strong>/)).toEqual([false]);
    for (const id of ids) expect(waiting).toContain(`>${id}</code>`);
    for (const id of ids) expect(waiting).toContain(`data-copy="id-${id}"`);
    expect(waiting).not.toContain(`>${other}</code>`);
  });

  test("marks an app in the list of apps, too, with its client ID on phones", async () => {
    const ids = [await submitted({ name: "Harbour Pilot" }), await submitted({ name: "H\u0430rbour Pilot" })];
    await submitted({ name: "Harbour of its own" });
    const { body } = await people.olga.browser.get("/console/apps?name=rbour");
    const rows = [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => row);
    const marked = rows.filter((row) => row.includes("Similar name"));
    expect(marked).toHaveLength(2);
    expect(marked.join("")).not.toContain("its own");
    for (const id of ids) expect(marked.join("")).toMatch(new RegExp(`<small class="name-note">.*>${id}</code>`, "s"));
  });

  test("lists apps without a reviewer, oldest first, revisions and unclaimed reviews included", async () => {
    const started = await submitted({ name: "Queue zero" });
    const first = await submitted({ name: "Queue one" });
    const live = await site.draft(people.developer, { name: "Queue two" });
    await site.approve(live);
    const { profile } = await appOf(live);
    await site.core.apps.updateApp({ clientId: live, profile: { ...profile!, purpose: "More." } }, site.byKey);
    await site.core.apps.submitApp({ clientId: live }, site.byKey);
    // A service key starts a review without a claim.
    await site.core.apps.startReview({ clientId: started }, site.byKey);
    const reviewed = await submitted({ name: "Queue three" });
    await step(reviewed, "start-review");
    const { waiting = "", mine = "", others } = groupsOf((await people.olga.browser.get("/console?name=queue")).body);
    const places = [started, first, live].map((clientId) => waiting.indexOf(clientId));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(waiting).toMatch(/<small class="name-note">Revision 2<\/small>/);
    expect(waiting.match(/<small class="name-note">New app · Review started · Not claimed<\/small>/g)).toHaveLength(1);
    expect(mine).not.toContain("Not claimed");
    expect(waiting).not.toContain(reviewed);
    expect(mine).toContain(reviewed);
    expect(others).toBeUndefined();
  });

  test("has the same counts in the lists of submitted apps and of apps in review", async () => {
    const textOf = async (path: string) => (await people.olga.browser.get(path)).body;
    const { waiting = "" } = groupsOf(await textOf("/console"));
    const count = /list-count">(\d+)</.exec(waiting)![1];
    for (const state of ["submitted", "in_review"]) {
      const list = await textOf(`/console/apps?state=${state}`);
      expect(list).toMatch(
        new RegExp(`Review queue: ${count} waiting for review, \\d+ being reviewed\\. <a href="/console">`),
      );
    }
    for (const query of ["", "?state=approved", "?state=in_review&name=one"]) {
      expect(await textOf(`/console/apps${query}`)).not.toContain("Review queue: ");
    }
  });

  test("says how often an app was submitted again, and since when it waits in all", async () => {
    const clientId = await submitted({ name: "Answering Auk" });
    for (const times of ["Submitted again", "Submitted again 2 times"]) {
      await site.core.apps.startReview({ clientId }, site.byKey);
      await site.core.apps.requestChanges({ clientId, reasonCode: "SCOPES", reasonText: "Why?" }, site.byKey);
      await site.core.apps.submitApp({ clientId }, site.byKey);
      const { waiting = "" } = groupsOf((await people.olga.browser.get("/console?name=answering")).body);
      expect(waiting).toContain(`<small class="name-note">New app · ${times}</small>`);
      expect(waiting).toMatch(/First submitted <time/);
    }
    await submitted({ name: "Fresh Finch" });
    const { waiting } = groupsOf((await people.olga.browser.get("/console?name=fresh+finch")).body);
    expect(waiting).not.toMatch(/submitted <time|Submitted again/);
  });

  test("claims an app from its row: a submitted one, and one in review", async () => {
    const oskar = await site.person("Oskar Reader", { operator: true });
    const fresh = await submitted({ name: "Claim me first" });
    const started = await submitted({ name: "Claim me second" });
    await site.core.apps.startReview({ clientId: started }, site.byKey);
    for (const [clientId, path] of [
      [fresh, `${pageOf(fresh)}/start-review`],
      [started, `${pageOf(started)}/claim`],
    ] as const) {
      const { waiting } = groupsOf((await people.olga.browser.get("/console?name=claim+me")).body);
      expect(waiting).toMatch(
        new RegExp(`<form method="post" action="${path}" data-once>.*?Claim<span class="sr"> Claim me`, "s"),
      );
      const answer = await people.olga.browser.submit("/console?name=claim+me", {}, path);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, pageOf(clientId)]);
      expect(groupsOf((await people.olga.browser.get("/console?name=claim+me")).body).mine).toContain(clientId);
    }
    const theirs = groupsOf((await oskar.browser.get("/console?name=claim+me")).body).others;
    expect(theirs).toContain(fresh);
    expect(theirs).toContain("Olga Operator");
    expect(theirs).not.toContain("<form");
  });

  test("does not offer the review of an app of the operator's own team", async () => {
    const both = await site.person("Bo Both", { operator: true, developer: true });
    const clientId = await site.draft(both, { name: "Own queue app" });
    await site.core.apps.submitApp({ clientId }, site.byKey);
    const { waiting } = groupsOf((await both.browser.get("/console?name=own+queue")).body);
    expect(waiting).toContain("Your team’s app");
    expect(waiting).not.toContain("<form");
  });

  test("shows how many scopes need care", async () => {
    const clientId = await submitted({ name: "Risky queue app" });
    const { profile } = await appOf(clientId);
    const { scopes } = await site.core.apps.listScopes({}, site.byKey);
    const sensitive = profile!.scopes.filter(
      ({ name }) => scopes.find((scope) => scope.name === name)?.sensitivity === ScopeSensitivity.SENSITIVE,
    ).length;
    const { waiting = "" } = groupsOf((await people.olga.browser.get("/console?name=risky+queue")).body);
    expect(waiting).toContain(`${profile!.scopes.length} scope`);
    expect(waiting.includes("sensitive")).toBe(sensitive > 0);
  });

  test("pages both lists independently", async () => {
    for (let n = 0; n < 26; n++) await submitted({ name: `Paged ${n}` });
    const first = await people.olga.browser.get("/console?name=paged");
    const next = /href="(\/console\?name=paged&amp;waiting=[^"]+)"/.exec(first.body)?.[1]?.replaceAll("&amp;", "&");
    const second = await people.olga.browser.get(next ?? "");
    const idsIn = (body: string) =>
      body.slice(body.indexOf("<table")).match(/href="\/console\/apps\/app_[^"]+"/g) ?? [];
    expect(idsIn(first.body)).toHaveLength(25);
    expect(idsIn(second.body)).toHaveLength(1);
    expect(idsIn(first.body)).not.toContain(idsIn(second.body)[0]);
  });
});

describe("the next step in the queue", () => {
  const primary = (body: string) =>
    [
      ...body.matchAll(
        /action="([^"]+)" data-once>(?:(?!<\/form>).)*<button type="submit" class="button-small">Claim/gs,
      ),
    ].map(([, path]) => path);

  test("is the claim of the app that waits longest, in its row and nowhere else on the page", async () => {
    const oskar = await site.person("Oskar Reader", { operator: true });
    const first = await submitted({ name: "Next step one" });
    await submitted({ name: "Next step two" });
    const { body } = await oskar.browser.get("/console?name=next+step");
    expect(primary(body)).toEqual([`${pageOf(first)}/start-review`]);
    expect(body).not.toContain("Review next app");
    expect(body).not.toContain('id="next"');
  });

  test("is not an app of the operator's own team", async () => {
    const both = await site.person("Bea Both", { operator: true, developer: true });
    const own = await site.draft(both, { name: "Not mine one" });
    await site.core.apps.submitApp({ clientId: own }, site.byKey);
    const other = await submitted({ name: "Not mine two" });
    expect(primary((await both.browser.get("/console?name=not+mine")).body)).toEqual([`${pageOf(other)}/start-review`]);
  });

  test("is the way back to the operator's open review, which comes first", async () => {
    const clientId = await submitted({ name: "Open review" });
    await submitted({ name: "Open review, later" });
    await step(clientId, "start-review");
    const { body } = await people.olga.browser.get("/console?name=open+review");
    expect(primary(body)).toEqual([]);
    const buttons = [...body.matchAll(/<a class="button (?:secondary )?button-small" href="[^"]+">/g)].map(
      ([tag]) => tag,
    );
    expect(buttons[0]).toBe(`<a class="button button-small" href="${pageOf(clientId)}">`);
    expect(body.indexOf('id="mine"')).toBeLessThan(body.indexOf('id="waiting"'));
  });
});
