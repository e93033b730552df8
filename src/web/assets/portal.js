// Makes the developer portal nicer; nothing depends on it.

const form = document.querySelector("[data-app-form]");
const list = form?.querySelector("[data-redirect-uris]");

// The core says what it would say on submit, a moment after the typing stops.
const PAUSE_MS = 400;
const timers = new WeakMap();
form?.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-row] input")) return;
  clearTimeout(timers.get(target));
  timers.set(
    target,
    setTimeout(() => check(target), PAUSE_MS),
  );
});
form?.addEventListener("change", ({ target }) => {
  if (target.name !== "confidential") return;
  for (const input of list.querySelectorAll("[data-row] input")) check(input);
});

// Whoever typed before this script came is answered, too.
for (const input of list?.querySelectorAll("[data-row] input") ?? [])
  if (input.value !== input.defaultValue) check(input);

async function check(input) {
  const uri = input.value.trim();
  const text = uri === "" ? null : await ask(uri);
  // What was typed meanwhile has a question of its own.
  if (text === undefined || input.value.trim() !== uri) return;
  const fault = document.getElementById(`${input.id}-fault`);
  fault.textContent = text ?? "";
  fault.hidden = text === null;
  if (text === null) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

async function ask(uri) {
  const kind = form.querySelector("[name=confidential]:checked")?.value ?? "yes";
  const query = new URLSearchParams({ uri, confidential: kind, client_id: form.dataset.clientId });
  try {
    const answer = await fetch(`/portal/check-redirect-uri?${query}`);
    return answer.ok ? (await answer.json()).text : undefined;
  } catch {
    return undefined;
  }
}

// Rows are added and removed without a round trip.
const more = list?.querySelector("[data-add-row]");
const rowsOf = () => [...list.querySelectorAll("[data-row]")];
more?.addEventListener("click", (event) => {
  event.preventDefault();
  const row = rowsOf().at(-1).cloneNode(true);
  const input = row.querySelector("input");
  clear(row);
  more.before(row);
  number();
  input.focus();
});
list?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-remove-row]");
  if (button === null) return;
  event.preventDefault();
  const row = button.closest("[data-row]");
  const rows = rowsOf();
  const at = rows.indexOf(row);
  if (rows.length === 1) clear(row);
  else row.remove();
  number();
  rowsOf()[Math.min(at, rowsOf().length - 1)].querySelector("input").focus();
});

function clear(row) {
  const [fault, input] = [row.querySelector(".fault"), row.querySelector("input")];
  fault.textContent = "";
  fault.hidden = true;
  input.value = "";
  input.removeAttribute("aria-invalid");
}

// Ids and labels follow the order of the rows.
function number() {
  const rows = rowsOf();
  for (const [at, row] of rows.entries()) {
    const id = `redirect_uri-${at}`;
    const [label, input] = [row.querySelector("label"), row.querySelector("input")];
    const button = row.querySelector("[data-remove-row]");
    label.htmlFor = id;
    label.textContent = list.dataset.rowLabel.replace("{n}", String(at + 1));
    row.querySelector(".fault").id = `${id}-fault`;
    Object.assign(input, { id, name: id });
    input.setAttribute("aria-describedby", `${id}-fault redirect-hint`);
    button.value = `remove-${at}`;
    button.setAttribute("aria-label", list.dataset.removeLabel.replace("{n}", String(at + 1)));
  }
  if (more !== null) more.hidden = rows.length >= Number(list.dataset.max);
}

// The preview of the consent page follows the form. The server renders it, with the same code as the page itself.
const preview = document.getElementById("preview");
const update = document.querySelector("[data-update-preview]");
if (update !== null) update.hidden = true;
let previewTimer;
let previewTurn = 0;
for (const type of ["input", "click"])
  form?.addEventListener(type, () => {
    clearTimeout(previewTimer);
    previewTimer = setTimeout(updatePreview, PAUSE_MS);
  });

async function updatePreview() {
  const turn = ++previewTurn;
  const body = new FormData(form);
  for (const name of ["logo", "kept_logo"]) body.delete(name);
  body.set("action", "preview");
  // The buttons of the form are named "action", so form.action is one of them.
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body }).catch(() => null);
  if (!answer?.ok || turn !== previewTurn) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("preview");
  if (next === null || turn !== previewTurn) return;
  preview.replaceChildren(...next.childNodes);
  showLogo(preview);
  // A closed section shows its choice.
  for (const value of page.querySelectorAll("[data-fold-value]"))
    document.getElementById(value.id)?.replaceChildren(...value.childNodes);
}

// The links to the sections mark the one that is read: the last that begins in the upper part of the window.
const sectionNav = document.querySelector("[data-form-sections]");
const sectionLinks = [...(sectionNav?.querySelectorAll("a") ?? [])];
function markSection() {
  // The preview has no link where it stands beside the form.
  const hasBegun = ({ hash, offsetParent }) =>
    offsetParent !== null && document.querySelector(hash).getBoundingClientRect().top < innerHeight / 3;
  const read = sectionLinks.findLast(hasBegun) ?? sectionLinks[0];
  if (read.hasAttribute("aria-current")) return;
  for (const link of sectionLinks) link.removeAttribute("aria-current");
  read.setAttribute("aria-current", "true");
  // On a phone, the links scroll.
  sectionNav.scrollLeft = read.offsetLeft - sectionNav.clientWidth / 2;
}
if (sectionLinks.length > 0) {
  markSection();
  addEventListener("scroll", markSection, { passive: true });
}

// A chosen logo shows at once. The server gets it with the form.
const logoInput = document.getElementById("logo");
const logoRow = logoInput?.parentElement;
let logoSource = logoRow?.querySelector("img[src^='data:']")?.src;
logoInput?.addEventListener("change", () => {
  const [file] = logoInput.files;
  if (!file) return;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    logoSource = reader.result;
    for (const place of [logoRow, preview]) showLogo(place);
  });
  reader.readAsDataURL(file);
});

function showLogo(place) {
  const shown = place.querySelector(".logo");
  if (!logoSource || shown === null) return;
  const image = new Image(64, 64);
  Object.assign(image, { className: "logo", alt: logoRow.dataset.chosen, src: logoSource });
  shown.replaceWith(image);
}
