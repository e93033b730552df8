// Suggests results while a query is typed; without it, the form of the search opens the page of results.
// @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
const field = document.getElementById("docs-query");
const list = document.getElementById("docs-suggestions");
const PAUSE_MS = 150;
let timer;
let turn = 0;

if (field !== null) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  showKey(isMac);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
    "aria-expanded": "false",
    "aria-keyshortcuts": isMac ? "Meta+K" : "Control+K",
  }))
    field.setAttribute(name, value);
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, PAUSE_MS);
  });
  field.addEventListener("keydown", onKey);
  field.addEventListener("blur", close);
  // A press on an option keeps the focus in the field, which would close the list before the click.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => event.preventDefault());
  // A link to a section of this page leaves the list open.
  list.addEventListener("click", close);
  // Other scripts and older caches may bring the page back with its list.
  window.addEventListener("pageshow", close);
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== "k" || altKey || shiftKey || ctrlKey === isMac || metaKey !== isMac) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function showKey(isMac) {
  const key = field.form.querySelector("kbd");
  if (isMac) key.textContent = key.dataset.mac;
  key.hidden = false;
}

const options = () => [...list.querySelectorAll("[role=option]")];
const isOpen = () => !list.hidden;

async function suggest() {
  const mine = ++turn;
  const query = field.value.trim();
  const markup = query === "" ? "" : await ask(query);
  // The answer to an earlier query is out of date.
  if (mine !== turn || markup === null || document.activeElement !== field) return;
  list.innerHTML = markup;
  if (options().length === 0) return close();
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  field.removeAttribute("aria-activedescendant");
  announce(list.firstElementChild.dataset.status);
}

async function ask(query) {
  try {
    const answer = await fetch(`${field.dataset.suggestions}?${new URLSearchParams({ q: query })}`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

function close() {
  clearTimeout(timer);
  turn++;
  list.hidden = true;
  list.replaceChildren();
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
  announce("");
}

function announce(text) {
  field.form.querySelector("[role=status]").textContent = text;
}

function onKey(event) {
  const { key, isComposing } = event;
  if (isComposing) return;
  const active = list.querySelector("[aria-selected=true]");
  if (key === "Escape" && isOpen()) close();
  else if (key === "Enter" && active !== null) active.click();
  else if ((key === "ArrowDown" || key === "ArrowUp") && !event.altKey) move(active, key === "ArrowDown" ? 1 : -1);
  else return;
  event.preventDefault();
}

/** Selects the next or the previous option; between the last and the first, the field itself. */
async function move(active, step) {
  if (!isOpen()) await suggest();
  const all = options();
  if (all.length === 0) return;
  const places = [null, ...all];
  const next = places.at((places.indexOf(active) + step) % places.length);
  active?.setAttribute("aria-selected", "false");
  next?.setAttribute("aria-selected", "true");
  next?.scrollIntoView({ block: "nearest" });
  if (next === null) field.removeAttribute("aria-activedescendant");
  else field.setAttribute("aria-activedescendant", next.id);
}

// Copies the page as Markdown. Safari allows it only if the clipboard gets the promise of the text within the click.
const copyPage = document.querySelector("[data-copy-page]");
const COPIED_MS = 2000;

if (copyPage !== null && navigator.clipboard && typeof ClipboardItem === "function") {
  const name = copyPage.querySelector("span");
  const label = name.textContent;
  const copyState = document.createElement("p");
  copyState.className = "announced";
  copyState.setAttribute("role", "status");
  document.body.append(copyState);
  copyPage.hidden = false;
  copyPage.addEventListener("click", async () => {
    const text = fetch(copyPage.dataset.copyPage).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return new Blob([await answer.text()], { type: "text/plain" });
    });
    const copied = await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]).then(
      () => true,
      () => false,
    );
    name.textContent = copied ? copyPage.dataset.copied : copyPage.dataset.failed;
    copyState.textContent = name.textContent;
    setTimeout(() => {
      name.textContent = label;
      copyState.textContent = "";
    }, COPIED_MS);
  });
}
