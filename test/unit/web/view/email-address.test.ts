import { expect, test } from "vitest";
import { actionRow, rowFacts } from "../../../../src/web/components/action-row.ts";
import { emailAddress } from "../../../../src/web/components/email-address.ts";

test("an address breaks after the @ and before a dot, and is text", () => {
  expect(String(emailAddress("mia.m@<b>.example"))).toBe(
    '<span class="email" dir="auto">mia<wbr>.m@<wbr>&lt;b&gt;<wbr>.example</span>',
  );
});

test("a row without facts has no empty line below its title", () => {
  expect(String(actionRow({ title: "Mia", details: rowFacts([false, ""]) }))).not.toContain("row-details");
  expect(String(actionRow({ title: "Mia", details: rowFacts(["Owner"]) }))).toContain("row-details");
});
