import { describe, expect, test } from "vitest";
import type { Person } from "../core-site.ts";
import { csrfIn } from "../site.ts";
import { useReviewSite } from "./review-site.ts";

const { site, people, inDatabase } = useReviewSite();

const pageOf = ({ account }: Person) => `/console/accounts/${account.accountId}`;
const bodyOf = async (person: Person, language = "en") =>
  (await people.olga.browser.get(pageOf(person), { "accept-language": language })).body;

test("the roles of the own account show the operator role, which another operator removes, and save the developer role", async () => {
  const body = await bodyOf(people.olga);
  expect(body).toMatch(
    /<input type="checkbox" id="operator"[^>]* checked +disabled aria-describedby="operator-hint" *>/,
  );
  expect(body).toMatch(/<small id="operator-hint">[^<]*You cannot remove this role from your own account\./);
  const [form = ""] = /<form method="post" action="[^"]*\/roles">.*?<\/form>/s.exec(body) ?? [];
  expect(form).toContain('<input type="hidden" name="operator" value="yes">');
  const csrf_token = csrfIn(await people.olga.browser.get(pageOf(people.olga)));
  const saved = { csrf_token, operator: "yes", developer: "yes" };
  expect((await people.olga.browser.post(`${pageOf(people.olga)}/roles`, saved)).statusCode).toBe(303);
  const { account } = await site.core.accounts.getAccount({ accountId: people.olga.account.accountId }, site.byKey);
  expect([account?.operator, account?.developer]).toEqual([true, true]);
  // The own password is changed on the security page.
  expect(body).toMatch(/<a class="button secondary" href="\/account\/security">Open security page<\/a>/);
  expect(body).not.toContain("reset-link");
  const other = await bodyOf(await site.person("Otto Operator", { operator: true }));
  expect(other).toMatch(/<input type="checkbox" id="operator"(?![^>]*disabled)/);
  expect(other).not.toContain('type="hidden" name="operator"');
  expect(await bodyOf(people.olga, "de")).toContain("Ihrem eigenen Konto können Sie diese Rolle nicht entziehen.");
});

describe("the suspension of an account", () => {
  const suspensionOf = async (person: Person, language?: string) =>
    /<summary>(?:Suspend|Sperren)<\/summary>(.*?)<form /s.exec(await bodyOf(person, language))?.[1] ?? "";

  test("says that only operators see the reason, and offers reasons that fit an account", async () => {
    const body = await bodyOf(await site.person("Mia Owner"));
    expect(body).toContain("Only operators see the reason and the explanation.");
    expect(body).not.toMatch(/Developer unreachable|Unpaid invoice/);
  });

  test("of an account that is suspended says by whom, and keeps the text of the second one to copy", async () => {
    const otto = await site.person("Otto Operator", { operator: true });
    const mia = await site.person("Mia Owner");
    const suspend = async (by: Person, token: string, text: string) =>
      by.browser.post(`${pageOf(mia)}/suspend`, { csrf_token: token, reason_code: "ABUSE", reason_text: text });
    const token = csrfIn(await people.olga.browser.get(pageOf(mia)));
    expect((await suspend(otto, csrfIn(await otto.browser.get(pageOf(mia))), "First.")).statusCode).toBe(303);
    const { body } = await suspend(people.olga, token, "Second.");
    expect(body).toMatch(/Already suspended by <a [^>]+>Otto Operator<\/a>, .*Your reason was not saved\./);
    expect(body).toMatch(/<textarea id="unsent-text"[^>]*>\nSecond\.<\/textarea>/);
  });

  test("says how many merchants and members of its team it affects", async () => {
    const dana = await site.person("Dana Developer", { developer: true });
    expect(await suspensionOf(dana)).toContain("<p>It is a member of no merchant.</p>");
    expect(await suspensionOf(dana)).not.toContain("team");
    const { accountId: ownerAccountId } = dana.account;
    for (const name of ["Quay", "Pier"]) {
      await site.core.accounts.createMerchant({ name, ownerAccountId }, site.byKey);
      const count = name === "Quay" ? "1 merchant, which keeps its apps" : "2 merchants, which keep their apps";
      expect(await suspensionOf(dana)).toContain(`<p>It is a member of ${count}.</p>`);
    }
    const max = await site.person("Max Member");
    await inDatabase("insert into team_member (account_id, team_id, role) values ($1, $2, 'MEMBER')", [
      max.account.accountId,
      ownerAccountId,
    ]);
    expect(await suspensionOf(dana)).toContain("<p>1 other member of its team loses access to the team’s apps.</p>");
    expect(await suspensionOf(dana, "de")).toContain("<p>Es ist in 2 Geschäften Mitglied, die ihre Apps behalten.</p>");
  });
});
