import { expect, test } from "vitest";
import { createSite, Visitor } from "./site.ts";

const mail = {
  id: "m1",
  to: "ada@example.com",
  subject: "Hello <b>",
  text: 'Open this:\nhttps://login.example/reset-password?token=a&b="x\n\n> <script>x</script>\n',
  at: "2026-01-02T03:04:05.000Z",
};

test("the demo's mails are text with links, under the policy of all pages", async () => {
  const { app } = await createSite({ mailbox: { list: async () => [mail] } });
  const page = await new Visitor({ app }).get("/demo/mail");
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Hello &lt;b&gt;");
  expect(page.body).toContain('href="https://login.example/reset-password?token=a&amp;b=&quot;x"');
  expect(page.body).toContain("&gt; &lt;script&gt;x&lt;/script&gt;");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.headers["referrer-policy"]).toBe("no-referrer");
  await app.close();
});

test("outside of the demo there is no such page", async () => {
  for (const mailbox of [undefined, null]) {
    const { app } = await createSite({ mailbox });
    expect((await new Visitor({ app }).get("/demo/mail")).statusCode).toBe(404);
    await app.close();
  }
});
