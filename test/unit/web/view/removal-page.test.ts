import { expect, test } from "vitest";
import { type MembersFrame, removalPage } from "../../../../src/web/components/members.ts";
import { en } from "../../../../src/web/messages.en.ts";

const frame = { t: en, platformName: "Acme", csrfToken: "token", flash: null } as unknown as MembersFrame;

test.each([
  ["no external login", false, false, "Grace loses access at once, and needs a new invitation to return.", null],
  ["an external login", false, true, "Grace loses access at once.", "or if Acme’s login assigns them"],
  ["a claim", true, true, "Grace loses access at once.", "Acme’s login granted this membership."],
])("with %s, the question says how a removed member can return", (_name, byClaim, external, loss, way) => {
  const member = { accountId: "grace", name: "Grace", email: "grace@shop.example" };
  const forms = { path: "/members", subject: ["merchant", "shop"] } as const;
  const crumb = { label: "Members", href: "/members" };
  const body = String(
    removalPage(frame, { member, isSelf: false, from: "Shop", crumb, forms, byClaim, external }).body,
  );
  expect(body).toContain(loss);
  if (way !== null) expect(body).toContain(way);
  expect(body.includes("needs a new invitation to return")).toBe(!external);
});
