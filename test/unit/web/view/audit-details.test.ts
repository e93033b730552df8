import { describe, expect, it } from "vitest";
import { AUDIT_DETAILS } from "../../../../src/model/audit-detail.ts";
import { detailFacts } from "../../../../src/web/console/audit/detail-view.ts";
import { de } from "../../../../src/web/messages.de.ts";
import { en } from "../../../../src/web/messages.en.ts";
import type { PageContext } from "../../../../src/web/router/page-router.ts";

const TEXTS = { en, de } as const;

function rowsOf(language: keyof typeof TEXTS, detail: Record<string, unknown>): string[] {
  const facts = detailFacts({ t: TEXTS[language], language } as PageContext, JSON.stringify(detail));
  return facts.map((fact) => fact.map(String).join(": "));
}

describe.each(["en", "de"] as const)("the details of an audit event (%s)", (language) => {
  it.each(AUDIT_DETAILS.filter((name) => !["texts", "settings"].includes(name)))(
    "have a name with a capital: %s",
    (name) => {
      const [row] = rowsOf(language, { [name]: "x" });
      expect(row).toMatch(/^\p{Lu}/u);
    },
  );
});

describe("the values of details", () => {
  it("are words where the console has them", () => {
    expect(rowsOf("de", { name: "Latchkey", logoDigest: "unchanged", support: "unchanged" })).toEqual([
      'Name: <span dir="auto">Latchkey</span>',
      "Logo: unverändert",
      "Supportkontakt: unverändert",
    ]);
    expect(rowsOf("de", { reason: "PAUSED", party: "MERCHANT" })[0]).toBe("Grund: Pausiert");
    expect(rowsOf("en", { reason_text: "Spam.\nAgain." })).toEqual([
      'Explanation: <span class="lines" dir="auto">Spam.\nAgain.</span>',
    ]);
    expect(rowsOf("en", { team_role: "MANAGER", retired: false })).toEqual([
      "Role in the team: Manager",
      "Retired: no",
    ]);
  });

  it("have the apps whose scopes a change of the catalogue changed, unless there are none", () => {
    expect(rowsOf("en", { apps: 3 })).toEqual(['Apps whose scopes changed: <code dir="auto">3</code>']);
    expect(rowsOf("de", { apps: 3 })).toEqual(['Apps mit geänderten Scopes: <code dir="auto">3</code>']);
    expect(rowsOf("en", { name: "orders.read", apps: 0 })).toEqual(['Name: <span dir="auto">orders.read</span>']);
  });

  it("have a row for each text of a scope and each setting", () => {
    const texts = { de: { title: "Bestand <sehen>", description: "" } };
    expect(rowsOf("de", { texts })).toEqual(['Titel (Deutsch): <span dir="auto">Bestand &lt;sehen&gt;</span>']);
    expect(rowsOf("en", { texts })).toEqual(['Title (German): <span dir="auto">Bestand &lt;sehen&gt;</span>']);
    const settings = { refreshMode: "ROTATE", accessTokenTtl: 600, refreshTokenTtl: null };
    expect(rowsOf("en", { settings })).toEqual([
      "Refresh tokens: Rotate",
      "Access token lifetime in seconds: <code>600</code>",
    ]);
  });
});
