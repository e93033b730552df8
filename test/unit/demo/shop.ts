import { Browser, type Page } from "../../../src/demo/browser.ts";
import type { DemoFile } from "../../../src/demo/demo-file.ts";

/** A merchant of the demo app, which is not installed yet: signs in and answers the consent page, without following the redirect back. */
export async function answerConsent(
  demo: DemoFile,
  { browser = new Browser(), scopes = demo.app.scopes, decision = "approve" } = {},
): Promise<{ browser: Browser; back: URL }> {
  const { email, password } = demo.merchant;
  let page = await browser.follow(await browser.get(`${demo.urls.demo_app}/connect`), isPage);
  if (page.url.pathname === "/sign-in")
    page = await browser.follow(await browser.submit(page, { email, password }), isPage);
  const answer = await browser.submit(page, { decision, scope: [...scopes], ...choice(demo, page) });
  if (answer.location === null) throw new Error(`no way back: ${answer.status} ${answer.html}`);
  return { browser, back: answer.location };
}

const isPage = () => false;

function choice(demo: DemoFile, { html }: Page): Record<string, string> {
  return html.includes('name="merchant_id"') ? { merchant_id: demo.merchant.merchant_id } : {};
}

/** The demo app's page as its words, without markup. */
export function wordsOf({ html }: Page): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}
