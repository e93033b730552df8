import type { Page } from "playwright-core";

/** The text of the current page. Waits until it has loaded, because a click resolves as soon as the next page begins to load. */
export async function mainOf(page: Page): Promise<string> {
  await page.waitForLoadState("load");
  return (await page.getByRole("main").textContent()) ?? "";
}
