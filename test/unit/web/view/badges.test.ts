import { expect, test } from "vitest";
import { badgeRow } from "../../../../src/web/components/badges.ts";
import { html } from "../../../../src/web/components/html.ts";

test("badges stand apart in the text, and one that is absent leaves no gap", () => {
  const badge = (text: string) => html`<i>${text}</i>`;
  expect(`${badgeRow([null, badge("Test"), false, badge("<Retired>"), undefined])}`).toBe(
    "<i>Test</i> <i>&lt;Retired&gt;</i>",
  );
  expect(`${badgeRow([false, null])}`).toBe("");
});
