import type { CDPSession, Page } from "playwright-core";

/** The maximum length of words that must not be broken. On a phone, an address, a client id or a long compound has to break. */
const WORD_MAX = 16;

// Runs in the browser. Finds words of ordinary length on two lines, and elements wider than the page.
const FIND_BROKEN = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("code, pre, textarea, option, [dir=auto], script") || !node.parentElement.checkVisibility()) continue;
    for (const { index, 0: word } of node.textContent.matchAll(/[^\\s-]+/g)) {
      if (word.length > ${WORD_MAX}) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
      if (tops.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

// Runs in the browser. Finds words that are broken between two letters without a hyphen. The headless browser has no dictionary for
// `hyphens: auto`, as some browsers of readers. A part after a soft hyphen begins with the second letter, because the box of its first
// letter has the hyphen. Long names may break.
const FIND_UNHYPHENATED = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent } = node;
    if (parent.closest("code, pre, textarea, option, [dir=auto], bdi, script") || !parent.checkVisibility()) continue;
    for (const { index, 0: word } of node.textContent.matchAll(/(?<!\\S)[\\p{L}\\p{N}\u00AD-]+(?=[\\s.,;:!?)“]|$)/gu)) {
      for (const { index: start, 0: part } of word.matchAll(/[^\u00AD-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index + start + (start > 0 ? 1 : 0));
        range.setEnd(node, index + start + part.length);
        const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
        if (tops.size > 1) broken.push(word);
      }
    }
  }
  return broken;
})()`;

/** The words that are broken without a hyphen. */
export async function unhyphenatedWords(page: Page): Promise<string[]> {
  const words = await page.evaluate<string[]>(FIND_UNHYPHENATED);
  const texts = new Set(words.filter((word) => !/^(Featherstonehaugh|Donaudampfschifffahrt)/.test(word)));
  return [...texts].map((word) => `the word ${word} is broken without a hyphen`);
}

const FIND_TOUCHING = `(() => {
  const boxes = [...document.querySelectorAll(".badge")].filter((one) => one.checkVisibility()).map((one) => [one.textContent, one.getBoundingClientRect()]);
  return boxes.flatMap(([text, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => a.left < b.right + 3 && b.left < a.right + 3 && a.top < b.bottom + 3 && b.top < a.bottom + 3)
    .map(([other]) => text + " and " + other));
})()`;

/** The elements that extend furthest beyond the right edge of the window. */
export const findWide = (page: Page) =>
  page.evaluate<string>(`(() => {
  const edge = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > edge + 0.5);
  return wide.slice(-3).map((one) => one.localName + (one.className ? "." + one.className : "")).join(", ");
})()`);

// Runs in the browser. Ignores names that end with an ellipsis, and texts for screen readers.
const FIND_WIDE_CELLS = `(() => {
  const isClipped = (node, cell) => {
    for (let one = node.parentElement; one !== cell; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== "visible") return true;
    return false;
  };
  const cells = [...document.querySelectorAll("table.list td > div")].filter((cell) => cell.checkVisibility());
  return cells.flatMap((cell) => {
    const edge = cell.getBoundingClientRect().right;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some(({ right, width }) => width > 0 && right > edge + 1) && !isClipped(node, cell))
        return [node.data.trim()];
    }
    return [];
  });
})()`;

/** The texts that are wider than their cells, and so reach into the next column. */
export async function wideTexts(page: Page): Promise<string[]> {
  return [...new Set(await page.evaluate<string[]>(FIND_WIDE_CELLS))];
}

const FIND_CUT = `[...document.querySelectorAll("header.top *")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).overflowX !== "visible" && one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())`;

/** Words broken over two lines, long words broken without a hyphen, badges less than 3 px apart, texts of the header that are cut, and a page wider than the window. */
export async function textFaults(page: Page): Promise<string[]> {
  const broken = await page.evaluate<string[]>(FIND_BROKEN);
  const unhyphenated = await unhyphenatedWords(page);
  const touching = await page.evaluate<string[]>(FIND_TOUCHING);
  const cut = await page.evaluate<string[]>(FIND_CUT);
  const over = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  return [
    ...broken.map((word) => `the word ${word} is broken`),
    ...unhyphenated,
    ...touching.map((badges) => `the badges ${badges} touch`),
    ...cut.map((text) => `the header cuts ${text}`),
    ...(over > 0 ? [`${over} px wider than the window: ${await findWide(page)}`] : []),
  ];
}

/** The faults at 375 px with text at 200 %, by the browser's settings and by a style of the page, as text zoom does. @see WCAG 2.2 §1.4.4 */
export async function largeTextFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 375, height: 800 });
  await setTextSize(page, 200);
  const ofBrowser = await textFaults(page);
  await setTextSize(page, 100);
  // Queries of media count in the text size of the browser only.
  const root = "document.documentElement.style";
  await page.evaluate(`${root}.fontSize = "200%"`);
  const ofPage = await textFaults(page);
  await page.evaluate(`${root}.fontSize = ""`);
  return [
    ...ofBrowser.map((fault) => `200 % text: ${fault}`),
    ...ofPage.map((fault) => `text enlarged to 200 % by the page: ${fault}`),
  ];
}

/** The sessions that override the text size of a page. The override would end with its session. */
const sessions = new WeakMap<Page, CDPSession>();

/** Sets the text size of the browser, as a person does in its settings. @param percent of the default of 16 px */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const standard = (16 * percent) / 100;
  await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: Math.round(standard * 0.8125) } });
  await page.waitForFunction(`getComputedStyle(document.documentElement).fontSize === "${standard}px"`);
}
