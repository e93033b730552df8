import type { Page } from "playwright-core";

// Runs in the browser. A link of a sentence is exempt; a link on its own is not, however much space is around it.
// A checkbox counts with its label. Tabs have short texts, so their width counts too. A positioned pseudo-element enlarges the target of its link.
const FIND_SMALL = `(() => {
  const TARGETS = "a[href], summary, button, [type=checkbox], [type=radio]";
  const isInline = (one) => getComputedStyle(one).display === "inline";
  const isLineEnd = (node) => node === null || node.localName === "br";
  const beside = (node, side) => {
    do node = node[side]; while (node?.nodeType === Node.COMMENT_NODE || (node?.nodeType === Node.TEXT_NODE && node.textContent.trim() === ""));
    return node;
  };
  const isAloneInLine = (link) => isLineEnd(beside(link, "previousSibling")) && isLineEnd(beside(link, "nextSibling"));
  const isInSentence = (link) => {
    if (!isInline(link) || link.matches(".anchor") || (link.parentElement.querySelector("br") !== null && isAloneInLine(link))) return false;
    let block = link.parentElement;
    while (isInline(block)) block = block.parentElement;
    const copy = block.cloneNode(true);
    for (const one of copy.querySelectorAll("a, button, summary, svg, .badge, .sr, small, strong")) one.remove();
    return /[\\p{L}\\p{N}]/u.test(copy.textContent);
  };
  const isEnlarged = (one) => ["::before", "::after"].some((part) => {
    const { content, position, width, height } = getComputedStyle(one, part);
    return content !== "none" && position === "absolute" && parseFloat(height) > 23.95 && parseFloat(width) >= one.getBoundingClientRect().width;
  });
  const heightOf = (one) => Math.max(...[one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect().height));
  const sizeOf = (one) => one.matches(".tabs a") ? Math.min(heightOf(one), one.getBoundingClientRect().width) : heightOf(one);
  return [...document.querySelectorAll(TARGETS)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1 && one.getBoundingClientRect().right > 0 && !one.closest(".sr")
    && !(one.localName === "a" && isInSentence(one)) && !isEnlarged(one) && sizeOf(one) < 23.95)
    .map((one) => "target of " + Math.round(sizeOf(one)) + " px: " + one.outerHTML.replaceAll(/\\s+/g, " ").slice(0, 120) + " in " + one.parentElement.outerHTML.slice(0, 60));
})()`;

/** The links, summaries, buttons and checkboxes that are less than 24 px high, and such tabs, also by width, whatever space is around them. */
export const smallTargets = (page: Page) => page.evaluate<string[]>(FIND_SMALL);
