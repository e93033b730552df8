import type { Page } from "playwright-core";

/** The text of the page that is open, or has begun to arrive: a click is over with that. */
export async function mainOf(page: Page): Promise<string> {
  await page.waitForLoadState("load");
  return (await page.getByRole("main").textContent()) ?? "";
}
