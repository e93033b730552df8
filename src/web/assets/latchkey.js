// Makes pages nicer; nothing depends on it.

// The faults of a form, the entry that a link names, or the result of the last action is what the person should read first.
const first = document.querySelector("[data-focus]") ?? document.querySelector("div.notice[role=status]");
if (first !== null) {
  if (!first.hasAttribute("tabindex")) first.tabIndex = -1;
  first.focus();
}

// A rejected form of a guest is not stored. Back and a reload open its page instead of the browser's error page.
const { historyPath } = document.body.dataset;
if (historyPath !== undefined) history.replaceState(null, "", historyPath);

// A second click on the same answer would cut off the first one's way back to the app. A page that is still here after a while (the
// device opened a native app, the network failed) may send again.
const PAUSE_MS = 5000;
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-busy", "true");
    setTimeout(() => release(form), PAUSE_MS);
  });
}
// Back from the app by the browser's button, the page may come out of its cache.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) release(form);
});

function release(form) {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
}

// A link to one row of "Connected apps" knows the row, and only the server knows on which page it is.
const row = location.hash.slice(1);
if (location.pathname === "/connected-apps" && /^[0-9a-f-]{36}$/.test(row) && !document.getElementById(row)) {
  const asked = new URLSearchParams(location.search).get("installation");
  if (asked !== row) location.replace(`/connected-apps?installation=${row}`);
}

const locale = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const localTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const localSeconds = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const localDay = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const localZone = new Intl.DateTimeFormat(locale, { timeZoneName: "short" });
const zoneAt = (date) => localZone.formatToParts(date).find(({ type }) => type === "timeZoneName").value;
const localClock = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
// Moments are written in UTC; a reader thinks in the time of their own clock.
for (const time of document.querySelectorAll("time[datetime]")) {
  const date = new Date(time.dateTime);
  const { exact, day, today } = time.dataset;
  const zoned = `${localTime.format(date)} ${zoneAt(date)}`;
  time.title = exact === undefined ? zoned : time.textContent;
  if (exact === "zone") time.textContent = zoned;
  else if (exact === "seconds") time.textContent = `${localSeconds.format(date)} ${zoneAt(date)}`;
  else if (exact === "clock") time.textContent = `${localClock.format(date)} ${zoneAt(date)}`;
  else if (exact !== undefined) time.textContent = localTime.format(date);
  else if (day !== undefined) {
    const shown = localDay.format(date);
    time.textContent = today !== undefined && shown === localDay.format(new Date()) ? today : shown;
  }
}

// Events below the headings of their days, which are days in UTC, move below those of the reader's own clock.
const localWeekday = new Intl.DateTimeFormat(locale, { dateStyle: "full" });
for (const days of document.querySelectorAll("[data-days]")) {
  const sections = [];
  for (const row of days.querySelectorAll("li")) {
    const time = row.querySelector("[data-clock]");
    if (time === null) continue;
    const date = new Date(time.dateTime);
    time.textContent = localClock.format(date);
    const day = localWeekday.format(date);
    if (sections.at(-1)?.dataset.day !== day)
      sections.push(dayOf(days.firstElementChild, { day, date, at: sections.length }));
    sections.at(-1).querySelector("ul").append(row);
  }
  days.replaceChildren(...sections);
}

function dayOf(pattern, { day, date, at }) {
  const section = pattern.cloneNode(true);
  const heading = section.querySelector("h2");
  heading.id = `day-${at}`;
  heading.firstElementChild.textContent = day;
  heading.lastElementChild.textContent = zoneAt(date);
  section.dataset.day = day;
  section.setAttribute("aria-labelledby", heading.id);
  section.querySelector("ul").replaceChildren();
  return section;
}

// Copy buttons stay hidden where the clipboard is not available. The status is announced politely.
const COPIED_MS = 2000;
const copyButtons = navigator.clipboard ? document.querySelectorAll("[data-copy]") : [];
const copyStatus = document.createElement("p");
copyStatus.className = "announced";
copyStatus.setAttribute("role", "status");
if (copyButtons.length > 0) document.body.append(copyStatus);
for (const button of copyButtons) {
  // An icon has no text to replace; the style sheet shows a tick in its place.
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    const copied = await navigator.clipboard.writeText(source.value ?? source.textContent).then(
      () => true,
      () => false,
    );
    copyStatus.textContent = copied ? button.dataset.copied : button.dataset.failed;
    button.classList.toggle("copied", copied);
    if (copied && label !== "") button.textContent = button.dataset.copied;
    else if (!copied) getSelection().selectAllChildren(source);
    setTimeout(() => {
      button.classList.remove("copied");
      if (label !== "") button.textContent = label;
      copyStatus.textContent = "";
    }, COPIED_MS);
  });
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
for (const input of document.querySelectorAll("[data-select]")) input.addEventListener("focus", () => input.select());

// A typed password can be shown. It is hidden again when the form is sent, so that browsers store no plain text.
for (const input of document.querySelectorAll("input[type=password][data-show]")) {
  const button = document.createElement("button");
  const show = (shown) => {
    input.type = shown ? "text" : "password";
    button.textContent = shown ? input.dataset.hide : input.dataset.show;
  };
  button.type = "button";
  button.className = "reveal";
  button.setAttribute("aria-controls", input.id);
  button.addEventListener("click", () => show(input.type === "password"));
  input.form.addEventListener("submit", () => show(false));
  input.after(button);
  show(false);
}

// In a list, the button of a choice shows once the choice differs from what is saved.
for (const form of document.querySelectorAll("form[data-unchanged]")) {
  const show = () => {
    form.querySelector("button").hidden = [...form.querySelectorAll("option:checked")].every(
      (option) => option.defaultSelected,
    );
  };
  form.addEventListener("change", show);
  // The browser restores choices after this script has run.
  window.addEventListener("pageshow", show);
}

// The open filters of a list, the confirmation of a row and the menu of the account close by Escape and by a click beside them.
for (const menu of document.querySelectorAll(".filter-menu, .row-confirm, .who-menu")) {
  document.addEventListener("click", (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

// The navigation on phones, which stands beside its menu, closes by Escape.
const navigation = document.querySelector("details.menu");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !navigation?.open) return;
  navigation.open = false;
  navigation.querySelector("summary").focus();
});

// Tables with all their entries sort by a column: click its head, again for the other direction.
for (const table of document.querySelectorAll("table[data-sort]")) {
  for (const [at, head] of [...table.tHead.rows[0].cells].entries()) {
    // A column of actions has no order.
    if (table.tBodies[0].querySelector(`td:nth-child(${at + 1}) :is(form, .button)`)) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(table, head, at));
    if (!table.querySelector("[aria-sort]")) head.ariaSort = orderOf(table, at);
  }
}

/** Compares two rows by a column. */
function comparison(at) {
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const keyOf = (row) => row.cells[at].querySelector("time")?.dateTime ?? row.cells[at].textContent.trim();
  return (a, b) => order.compare(keyOf(a), keyOf(b));
}

/** The direction in which the server has sorted the rows by name or by a time; null if they have another order. */
function orderOf(table, at) {
  const compare = comparison(at);
  const rows = [...table.tBodies[0].rows];
  // Two rows are always in some order.
  if (rows.length < 3 || (at > 0 && !rows[0].cells[at].querySelector("time"))) return null;
  const steps = rows.slice(1).map((row, before) => compare(rows[before], row));
  if (steps.every((step) => step < 0)) return "ascending";
  return steps.every((step) => step > 0) ? "descending" : null;
}

function sort(table, head, at) {
  const descending = head.ariaSort === "ascending";
  for (const other of head.parentElement.cells) other.ariaSort = null;
  head.ariaSort = descending ? "descending" : "ascending";
  const rows = [...table.tBodies[0].rows].sort(comparison(at));
  table.tBodies[0].append(...(descending ? rows.reverse() : rows));
}

// The head of a list whose rows can be chosen has a box that chooses all of them.
for (const form of document.querySelectorAll("form[data-choose-all]")) {
  const boxes = [...form.elements].filter(({ type }) => type === "checkbox");
  const label = document.createElement("label");
  const all = document.createElement("input");
  label.className = "choose";
  all.type = "checkbox";
  all.ariaLabel = form.dataset.chooseAll;
  label.append(all);
  boxes[0].closest("table").tHead.rows[0].cells[0].append(label);
  const [button, hint] = form.querySelectorAll("[type=submit], small");
  const text = button.textContent;
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && !all.checked;
    button.disabled = chosen === 0;
    button.textContent = chosen === 0 ? text : text.replace(" …", ` (${chosen}) …`);
    hint.hidden = chosen > 0;
  };
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener("change", show);
  // The browser may restore the boxes of a page that it shows again.
  addEventListener("pageshow", show);
}

// A click on a row opens its entry, as its link does, also in a new tab. Text can be selected, and IDs take a double click. A cell with a
// control opens nothing: a click that misses the control would discard its unsaved value.
document.addEventListener("click", (event) => {
  const row = event.target.closest(".card table.list tbody tr, .row-link");
  const link = row?.querySelector(row.matches("tr") ? "td:first-child a" : "a");
  if (!link || event.defaultPrevented || event.target.closest("a, button, input, select, label, summary, code")) return;
  if (event.target.closest("td")?.querySelector("button, input, select, textarea, .button")) return;
  if (getSelection().isCollapsed) link.dispatchEvent(new MouseEvent("click", event));
});

// The rows of sections scroll on narrow screens: the current one is in view.
for (const link of document.querySelectorAll(":is(nav.sections, .docs-areas) [aria-current]"))
  link.scrollIntoView({ block: "nearest", inline: "center" });

// One page described all endpoints before: a link to one of them, or to its field, leads to its page.
for (const row of document.querySelectorAll(".endpoint-list > [id]")) {
  const link = row.querySelector("a");
  if (location.hash === `#${row.id}`) location.replace(link.pathname + location.search);
  else if (location.hash.startsWith(`#${row.id}-`)) location.replace(link.pathname + location.search + location.hash);
}
