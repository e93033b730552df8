import { expect, test } from "vitest";
import type { Person } from "../core-site.ts";
import { csrfIn } from "../site.ts";
import { useReviewSite } from "./review-site.ts";

const { site, people, inDatabase } = useReviewSite();

const pageOf = ({ account }: Person) => `/console/accounts/${account.accountId}`;
const bodyOf = async (person: Person, language = "en") =>
  (await people.olga.browser.get(pageOf(person), { "accept-language": language })).body;

test("the roles of the own account show the operator role, which another operator removes, and save the developer role", async () => {
  const body = await bodyOf(people.olga);
  expect(body).toMatch(/<input type="checkbox" id="operator"[^>]* checked +disabled aria-describedby="operator-hint">/);
  expect(body).toMatch(/<small id="operator-hint">[^<]*You cannot remove this role from your own account\./);
  const [form = ""] = /<form method="post" action="[^"]*\/roles">.*?<\/form>/s.exec(body) ?? [];
  expect(form).toContain('<input type="hidden" name="operator" value="yes">');
  const csrf_token = csrfIn(await people.olga.browser.get(pageOf(people.olga)));
  const saved = { csrf_token, operator: "yes", developer: "yes" };
  expect((await people.olga.browser.post(`${pageOf(people.olga)}/roles`, saved)).statusCode).toBe(303);
  const { account } = await site.core.accounts.getAccount({ accountId: people.olga.account.accountId }, site.byKey);
  expect([account?.operator, account?.developer]).toEqual([true, true]);
  const other = await bodyOf(await site.person("Otto Operator", { operator: true }));
  expect(other).toMatch(/<input type="checkbox" id="operator"(?![^>]*disabled)/);
  expect(other).not.toContain('type="hidden" name="operator"');
  expect(await bodyOf(people.olga, "de")).toContain("Ihrem eigenen Konto können Sie diese Rolle nicht entziehen.");
});
