import type { Page } from "playwright-core";

// Runs in the browser. Ignores intended overlaps: fixed and sticky elements over the content, and the button inside a search field.
const FIND_FAULTS = `(() => {
  const CONTROLS = "a, button, input:not([type=hidden]), select, textarea, summary";
  const styleOf = (element) => getComputedStyle(element);
  const ancestors = function* (element) {
    for (let one = element.parentElement; one !== null; one = one.parentElement) yield one;
  };
  const floats = (element) => [element, ...ancestors(element)].some((one) => ["sticky", "fixed"].includes(styleOf(one).position));
  const shown = (element) => element.checkVisibility() && styleOf(element).clipPath === "none" && element.getBoundingClientRect().right > 0;
  const nameOf = (element) => element.localName + " “" + (element.getAttribute("aria-label") ?? element.innerText ?? element.name ?? "").trim().slice(0, 40) + "”";
  const controls = [...document.querySelectorAll(CONTROLS)].filter(shown);
  const faults = [];
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    const ownText = control.matches("button, .button, summary, .tabs a");
    if (ownText && (control.scrollWidth > control.clientWidth + 1 || control.scrollHeight > control.clientHeight + 1) && styleOf(control).display !== "inline")
      faults.push("the text of " + nameOf(control) + " is cut off");
    for (const around of ancestors(control)) {
      const { overflowX } = styleOf(around);
      if (["auto", "scroll"].includes(overflowX)) break;
      const edge = around.getBoundingClientRect();
      if (["hidden", "clip"].includes(overflowX) && (box.right > edge.right + 1 || box.left < edge.left - 1)) {
        faults.push(nameOf(control) + " is clipped");
        break;
      }
    }
  }
  const parts = controls.filter((control) => !floats(control) && !control.closest(".docs-search"))
    .map((control) => ({ control, boxes: [...control.getClientRects()].filter(({ width, height }) => width > 0 && height > 0) }));
  // Lines of text may come closer than their boxes by the space above and below their letters.
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1))
      if (!one.control.contains(other.control) && one.boxes.some((a) => other.boxes.some((b) => over(a, b))))
        faults.push(nameOf(one.control) + " and " + nameOf(other.control) + " overlap");
  return faults;
})()`;

/** Controls whose text is cut off, controls that an ancestor clips, and controls that overlap. */
export const controlFaults = (page: Page) => page.evaluate<string[]>(FIND_FAULTS);
