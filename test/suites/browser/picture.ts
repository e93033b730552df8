import type { Page } from "playwright-core";

export interface WantedPictures {
  /** True if the picture with this name is wanted. */
  includes(name: string): boolean;
  /** True for plausible data, as the documentation needs. */
  calm: boolean;
  /** The language of the pages, such as `de`. */
  language: string;
}

/**
 * Calls `take` with the page of an English journey or, for another language, with its address in a new browser with the same session:
 * the journey goes on in English, and its page stays as it is. The answer to a form is shown in English only.
 */
export async function showIn(page: Page, language: string, take: (shown: Page) => Promise<void>): Promise<void> {
  if (language.startsWith("en")) return take(page);
  const storageState = await page.context().storageState();
  const context = await page
    .context()
    .browser()!
    .newContext({ storageState, locale: language, reducedMotion: "reduce" });
  await context.clearCookies({ name: /language$/ });
  const copy = await context.newPage();
  await copy.goto(page.url());
  await take(copy);
  await context.close();
}

/** Saves a picture of the whole page. The window gets as high as the page, so that bars at its end cover nothing. */
export async function savePicture(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.evaluate("scrollTo(0, 0)");
  const whole = (await page.evaluate("document.documentElement.scrollHeight")) as number;
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await page.screenshot({ path, fullPage: true });
  await page.setViewportSize({ width, height });
}
