import { beforeAll, expect, test } from "vitest";
import * as account from "../../../gen/latchkey/v1/account_service_pb.ts";
import * as app from "../../../gen/latchkey/v1/app_service_pb.ts";
import * as consent from "../../../gen/latchkey/v1/consent_service_pb.ts";
import * as installation from "../../../gen/latchkey/v1/installation_service_pb.ts";
import * as webhook from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { everyPage } from "./pages.ts";

/** Every value of an enum of the API, such as `changes_requested`. Single words such as `active` are words as well. */
const WIRE_VALUES = new Set(
  [account, app, consent, installation, webhook]
    .flatMap((file) => Object.values(file))
    .filter((one) => Object.values(one).length > 0 && Object.values(one).every((value) => typeof value === "number"))
    .flatMap((values) => Object.keys(values).map((name) => name.toLowerCase()))
    .filter((name) => name.includes("_")),
);

/** Elements whose text is code or not shown. */
const CODE = /<(code|pre|script|style|head|textarea)\b[^>]*>.*?<\/\1>/gs;

/** The raw values in the text of a page, outside code. */
function rawValuesIn(body: string): string[] {
  const text = body.replaceAll(CODE, " ").replaceAll(/<[^>]*>/g, " ");
  const words = text.match(/(?<![\w.:/-])(?:[A-Z]+(?:_[A-Z]+)+|[a-z]+(?:_[a-z]+)+)(?![\w./=-])/g) ?? [];
  return words.filter((word) => word === word.toUpperCase() || WIRE_VALUES.has(word));
}

const site = useCoreSite();
let olga: Person;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true, developer: true });
  const developer = await site.person("Dana Developer", { developer: true });
  const owner = await site.person("Mia Owner");
  const clientId = await site.draft(developer, { name: "Zebra Labels" });
  await site.approve(clientId);
  const { accountId } = owner.account;
  await site.core.accounts.createMerchant(
    { merchantId: "corner-1", name: "Corner", ownerAccountId: accountId },
    site.byKey,
  );
  await site.install(clientId, "corner-1", owner);
  const returned = await site.draft(olga, { name: "Returned Labels" });
  await site.core.apps.submitApp({ clientId: returned }, site.byKey);
  await site.core.apps.startReview({ clientId: returned }, site.byKey);
  const reason = { reasonCode: "REDIRECT_URI", reasonText: "Use your own domain." };
  await site.core.apps.requestChanges({ clientId: returned, ...reason }, site.byKey);
  await site.core.accounts.suspendMerchant(
    { merchantId: "corner-1", reasonCode: "UNPAID_BILLS", reasonText: "" },
    site.byKey,
  );
});

const MOST_PAGES = 150;
const STARTS = ["/", "/console", "/portal", "/docs", "/account", "/connected-apps"];
/** Files, links to other languages, and one page of each list in another order. */
const SKIPPED =
  /\.(?:csv|go|json|md|mjs|py|sh|xml|yaml)(?:\?|$)|^\/(?:language|assets|logos|brand|sign-out|api|oauth)|[?&](?:sort|page)=/;

async function visitPages(language: string): Promise<{ pages: number; found: Record<string, string[]> }> {
  const found: Record<string, string[]> = {};
  const seen = new Set(STARTS);
  let pages = 0;
  for (const path of seen) {
    if (pages >= MOST_PAGES) break;
    const { statusCode, body } = await olga.browser.get(path, { "accept-language": language });
    if (statusCode !== 200) continue;
    pages++;
    const raw = rawValuesIn(body);
    if (raw.length > 0) found[path] = raw;
    for (const [, link] of body.matchAll(/<a\b[^>]*\shref="(\/[^"#]*)/g)) {
      const next = link!.replaceAll("&amp;", "&");
      if (!next.startsWith("//") && !SKIPPED.test(next)) seen.add(next);
    }
  }
  return { pages, found };
}

test.each(["en", "de"])("no page that is linked shows a raw value outside code (%s)", async (language) => {
  const { pages, found } = await visitPages(language);
  expect(pages).toBeGreaterThan(40);
  expect(found).toEqual({});
});

test("no page of merchants and guests shows a raw value outside code", async () => {
  const { site: other, pages } = await everyPage("plain");
  const found = [...pages].map(([name, { body }]) => [name, rawValuesIn(body)] as const);
  expect(found.filter(([, raw]) => raw.length > 0)).toEqual([]);
  await other.app.close();
});

test("the enums have values of several words", () => {
  expect([...WIRE_VALUES]).toEqual(expect.arrayContaining(["changes_requested", "in_review"]));
});

test.each([
  ["<p>State: CHANGES_REQUESTED</p>", ["CHANGES_REQUESTED"]],
  ["<option>changes_requested</option>", ["changes_requested"]],
  ["<p><code>invalid_grant</code> Changes requested, app_1 and /a_b/c</p>", []],
])("finds the raw values of %s", (body, raw) => {
  expect(rawValuesIn(body)).toEqual(raw);
});
