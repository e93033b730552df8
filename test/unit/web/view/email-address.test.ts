import { expect, test } from "vitest";
import { actionRow, rowFacts } from "../../../../src/web/components/action-row.ts";
import { emailAddress, withEmailAddresses } from "../../../../src/web/components/email-address.ts";

test("an address stays whole, and is text", () => {
  expect(String(emailAddress("mia.m@<b>.example"))).toBe(
    '<span class="email" dir="auto">mia.m@&lt;b&gt;.example</span>',
  );
});

test("an address within a sentence stays whole with its brackets, and the sentence is text", () => {
  expect(String(withEmailAddresses("Mia <M> (mia@shop.example)."))).toBe(
    'Mia &lt;M&gt; <span class="email" dir="auto">(mia@shop.example).</span>',
  );
});

test("a mark after an address without brackets begins no line", () => {
  expect(String(withEmailAddresses("It is for mia@shop.example. If you accept"))).toBe(
    'It is for <span class="email" dir="auto">mia@shop.example.</span> If you accept',
  );
});

test("a row without facts has no empty line below its title", () => {
  expect(String(actionRow({ title: "Mia", details: rowFacts([false, ""]) }))).not.toContain("row-details");
  expect(String(actionRow({ title: "Mia", details: rowFacts(["Owner"]) }))).toContain("row-details");
});
