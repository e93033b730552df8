import type { Page } from "playwright-core";

/** The actions of the page that do not stand in its header, at the right and in the row of its title. For desktop width. */
export function misplacedActions(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const faults = [];
    for (const one of document.querySelectorAll('main :is(.page-actions, [href*=".csv"])'))
      if (one.closest(".page-header") === null) faults.push("outside the header: " + one.textContent.trim());
    const title = document.querySelector("h1")?.getBoundingClientRect();
    for (const one of document.querySelectorAll(".page-header > .page-actions > *, .invite:not([open]) > summary")) {
      const { width, top, bottom, right } = one.getBoundingClientRect();
      if (width === 0) continue;
      const edge = one.closest(".members-head, .page-header").getBoundingClientRect().right;
      const isLast = one.nextElementSibling === null || one.matches("summary");
      if (isLast && Math.abs(right - edge) > 1) faults.push("not at the right edge: " + one.textContent.trim());
      if (top > title.bottom || bottom < title.top) faults.push("not in the row of the title: " + one.textContent.trim());
    }
    return faults;
  })()`);
}
