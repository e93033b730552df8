import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { decodeEntities } from "../../../../src/web/docs/markdown/elements.ts";
import { PROGRAMS } from "../../../../src/web/docs/quickstart/view.ts";
import { PUBLIC_URL, Visitor } from "../site.ts";
import { COMPLETE, clientIdIn, type Developer, secretIn, signUp, usePortalSite } from "./portal-site.ts";

const PAYOUTS = Buffer.from("payouts").toString("base64url");

const site = usePortalSite();
let ada: Developer;
let clientId: string;
let secret: string;
beforeAll(async () => {
  ada = await signUp(site);
  const restricted = { [`scope-${PAYOUTS}`]: "yes", [`why-${PAYOUTS}`]: "To pay." };
  const made = await ada.upload("/portal/apps/new", { ...COMPLETE, ...restricted, action: "save" });
  [clientId, secret] = [clientIdIn(made), secretIn(made)];
});

/** The program of the quickstart: one sample, or several steps. */
const programOn = ({ body }: { body: string }) =>
  [...body.matchAll(/<code id="program-(?!run|output)\w+">([\s\S]*?)<\/code>/g)].map(([, code]) => code).join("\n");

test.each(Object.keys(PROGRAMS))(
  "the quickstart in %s has the values of the developer's app, and no secret",
  async (code) => {
    const page = await ada.get(`/docs/quickstart?app=${clientId}&code=${code}`);
    const program = programOn(page);
    for (const value of [PUBLIC_URL, clientId, "https://parcel.example/callback", "CLIENT_SECRET"])
      expect(program).toContain(value);
    expect(program).toMatch(/orders(:|%3A)read/);
    expect(program).not.toContain("payouts");
    expect(page.body).not.toContain(secret);
  },
);

test.each([
  { code: "curl", file: "quickstart.sh", mediaType: "application/x-sh" },
  { code: "javascript", file: "quickstart.mjs", mediaType: "text/javascript" },
  { code: "python", file: "quickstart.py", mediaType: "text/x-python" },
  { code: "go", file: "quickstart.go", mediaType: "text/x-go" },
])("$file is the program that the page shows, as a file to download", async ({ code, file, mediaType }) => {
  for (const language of ["en", "de"]) {
    const page = await ada.get(`/docs/quickstart?app=${clientId}&code=${code}`, { "accept-language": language });
    const path = `/docs/quickstart/${file}?app=${clientId}`;
    expect(page.body).toContain(`<a class="button secondary" href="${path}" download>`);
    const { statusCode, headers, body } = await ada.get(path, { "accept-language": language });
    expect([statusCode, body]).toEqual([200, `${decodeEntities(programOn(page).replaceAll(/<[^>]*>/g, ""))}\n`]);
    expect(body).toContain(clientId);
    expect(headers).toMatchObject({
      "content-type": `${mediaType}; charset=utf-8`,
      "content-disposition": `attachment; filename="${file}"`,
      "content-language": language,
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "cache-control": "no-store",
    });
  }
});

test("Node.js accepts the program in JavaScript that is downloaded", async () => {
  const { body } = await ada.get(`/docs/quickstart/quickstart.mjs?app=${clientId}`);
  const { status, stderr } = spawnSync(process.execPath, ["--check", "--input-type=module"], { input: body });
  expect([status, stderr.toString()]).toEqual([0, ""]);
});

test("a program of an app of others, or without a session, has placeholders as its page", async () => {
  const eve = await signUp(site, "Eve");
  for (const visitor of [eve, new Visitor(site)]) {
    const { statusCode, body } = await visitor.get(`/docs/quickstart/quickstart.mjs?app=${clientId}`);
    expect([statusCode, body.includes(clientId), body.includes("YOUR_CLIENT_ID")]).toEqual([200, false, true]);
  }
  expect((await eve.get("/docs/quickstart/quickstart.rb")).statusCode).toBe(404);
});

test("the endpoints have requests of the developer's app in the remembered language, and no secret", async () => {
  const { body } = await ada.get(`/docs/endpoints/token?app=${clientId}&code=go`);
  expect(body).toContain("http.PostForm");
  expect(body.replaceAll(/<[^>]*>/g, "")).toMatch(new RegExp(`&quot;client_id&quot;: +\\{&quot;${clientId}&quot;\\}`));
  expect(body).toContain(`href="/docs/endpoints/token?app=${clientId}&amp;code=python#examples"`);
  expect(body).not.toContain(secret);
});

test("the list of endpoints has the developer's app in the way in which it authenticates, and no other", async () => {
  const eve = await signUp(site, "Eve");
  const sampleOn = async (way: string) => {
    const { body } = await eve.get("/docs/endpoints");
    return new RegExp(`<code id="auth-${way}">([\\s\\S]*?)</code>`).exec(body)![1]!.replaceAll(/<[^>]*>/g, "");
  };
  expect(await sampleOn("basic")).toContain("YOUR_CLIENT_ID:");
  const id = clientIdIn(await eve.upload("/portal/apps/new", { ...COMPLETE, confidential: "no", action: "save" }));
  expect([await sampleOn("basic"), await sampleOn("public")]).toEqual([
    expect.stringContaining("YOUR_CLIENT_ID:"),
    expect.stringContaining(`client_id=${id}`),
  ]);
  const other = await eve.upload("/portal/apps/new", { ...COMPLETE, name: "Second", action: "save" });
  const chosen = await eve.get(`/docs/endpoints?app=${clientIdIn(other)}`);
  expect(chosen.body).toContain('method="get" action="/docs/endpoints#authentication">');
  expect([await sampleOn("basic"), await sampleOn("public")]).toEqual([
    expect.stringContaining(`${clientIdIn(other)}:$CLIENT_SECRET`),
    expect.stringContaining("client_id=YOUR_CLIENT_ID"),
  ]);
});

test.each([
  { page: "authorization", program: "connect", code: "python", heading: "program" },
  { page: "retries", program: "refresh", code: "go", heading: "program" },
])("the guide $page has a program of the developer's app, and no secret", async (guide) => {
  const { body } = await ada.get(`/docs/${guide.page}?app=${clientId}&code=${guide.code}`);
  const [, program] = new RegExp(`<code id="${guide.program}-${guide.code}">([\\s\\S]*?)</code>`).exec(body) ?? [];
  for (const value of [PUBLIC_URL, clientId, "CLIENT_SECRET"]) expect(program).toContain(value);
  expect(body).toContain(`href="?app=${clientId}&amp;code=javascript#${guide.heading}"`);
  expect(body).toContain(`<a href="/portal/apps/${clientId}">`);
  expect(body).not.toContain(secret);
});

test.each([
  { redirectUri: "com.example.app:/cb", inProgram: "https://app.example/callback", start: "/connect" },
  { redirectUri: "http://127.0.0.1/connect", inProgram: "http://127.0.0.1/connect", start: "/start" },
])("the web server of an app with $redirectUri begins at $start", async ({ redirectUri, inProgram, start }) => {
  const eve = await signUp(site, "Eve");
  const fields = { ...COMPLETE, confidential: "no", "redirect_uri-0": redirectUri, action: "save" };
  const { location = "" } = (await eve.upload("/portal/apps/new", fields)).headers;
  const path = `/docs/authorization?app=${/app_\w+/.exec(location)![0]}&code=python`;
  const { body } = await eve.get(path);
  const program = /<code id="connect-python">([\s\S]*?)<\/code>/.exec(body)![1]!.replaceAll(/<[^>]*>/g, "");
  expect(program).toContain(`REDIRECT_URI = &quot;${inProgram}&quot;`);
  expect(program).toContain(`if path == &quot;${start}&quot;`);
  const german = await eve.get(path, { "accept-language": "de" });
  for (const { body: text } of [{ body }, german])
    expect(text.match(/<code>\/(connect|start)<\/code>/g)).toEqual(Array(3).fill(`<code>${start}</code>`));
});

test("a team with several apps chooses the one in the samples", async () => {
  const eve = await signUp(site, "Eve");
  const names = ["First", "Second"];
  const ids = [];
  for (const name of names)
    ids.push(clientIdIn(await eve.upload("/portal/apps/new", { ...COMPLETE, name, action: "save" })));
  for (const id of ids) {
    const { body } = await eve.get(`/docs/authorization?app=${id}`);
    expect(body).toContain(`<option value="${id}" selected>`);
    expect(/<code id="connect-javascript">[\s\S]*?<\/code>/.exec(body)?.[0]).toContain(id);
    // The other pages remember the choice.
    expect(eve.cookies.get("__Host-latchkey-app")).toBe(id);
    expect(programOn(await eve.get("/docs/quickstart"))).toContain(id);
    expect((await eve.get("/docs/endpoints/token")).body).toContain(`<option value="${id}" selected>`);
  }
});

test("the pages of an app link to the documentation with this app, which its pages keep", async () => {
  const eve = await signUp(site, "Eve");
  const ids = [];
  for (const name of ["First", "Second"])
    ids.push(clientIdIn(await eve.upload("/portal/apps/new", { ...COMPLETE, name, action: "save" })));
  await eve.submit("/portal/test-merchants", { name: "Eve’s shop" });
  for (const id of ids.toReversed()) {
    for (const page of ["", "/edit", "/installations", "/webhooks"])
      expect((await eve.get(`/portal/apps/${id}${page}`)).body).toContain(`href="/docs?app=${id}"`);
    await eve.get(`/docs?app=${id}`);
    expect(programOn(await eve.get("/docs/quickstart"))).toContain(id);
    expect((await eve.get("/docs/try")).body).toContain(`<option value="${id}" selected>`);
  }
  expect((await eve.get(`/docs/try?app=${ids[1]}`)).body).toContain(`<option value="${ids[1]}" selected>`);
  expect((await eve.get(`/docs/try?app=${clientId}`)).body).not.toContain(`<option value="${clientId}"`);
  expect((await eve.get("/portal")).body).toContain('href="/docs"');
});

test("without the parameter, the first app is filled in; another developer's app never is", async () => {
  expect(programOn(await ada.get("/docs/quickstart"))).toContain(clientId);
  expect((await ada.get("/docs")).body).toMatch(
    new RegExp(`for your app <a href="/portal/apps/${clientId}">[^<]*</a> <code>${clientId}</code></p>`),
  );
  expect((await new Visitor(site).get("/docs")).body).not.toContain("for your app <a");
  const bob = await signUp(site, "Bob");
  const page = await bob.get(`/docs/quickstart?app=${clientId}`);
  expect([programOn(page).includes("YOUR_CLIENT_ID"), page.headers["set-cookie"]]).toEqual([true, undefined]);
  bob.cookies.set("__Host-latchkey-app", clientId);
  expect(programOn(await bob.get("/docs/quickstart"))).toContain("YOUR_CLIENT_ID");
  bob.cookies.delete("__Host-latchkey-app");
  // The language links repeat the URL of the page.
  expect(page.body.replaceAll(/next=[^"]*/g, "")).not.toContain(clientId);
  expect(page.body).toContain('href="/portal/apps/new"');
});

test("signed out, the quickstart has placeholders and a link to sign in that returns to it and its app", async () => {
  const page = await new Visitor(site).get(`/docs/quickstart?app=${clientId}`);
  expect(programOn(page)).toContain("YOUR_CLIENT_ID");
  expect(page.body).toContain(`href="/sign-in?next=%2Fdocs%2Fquickstart%3Fapp%3D${clientId}"`);
  const { body } = await new Visitor(site).get("/docs/quickstart");
  expect(body).toContain('href="/sign-in?next=%2Fdocs%2Fquickstart"');
});

test("the page of scopes lists the catalogue with its sensitivities", async () => {
  const { body } = await ada.get("/docs/scopes");
  expect(body).toMatch(/<code>orders:read<\/code>[\s\S]*See your orders[\s\S]*Normal/);
  expect(body).toMatch(/<code>payouts<\/code>[\s\S]*Pay out money[\s\S]*Restricted/);
});
