import type { Page } from "playwright-core";

/** Saves a picture of the whole page. The window gets as high as the page, so that bars at its end cover nothing. */
export async function savePicture(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.evaluate("scrollTo(0, 0)");
  const whole = (await page.evaluate("document.documentElement.scrollHeight")) as number;
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await page.screenshot({ path, fullPage: true });
  await page.setViewportSize({ width, height });
}
