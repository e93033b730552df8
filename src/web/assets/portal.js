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

// Another row without a round trip, which would lose the chosen logo.
const more = list?.querySelector("[data-add-row]");
more?.addEventListener("click", (event) => {
  event.preventDefault();
  const rows = list.querySelectorAll("[data-row]");
  const row = rows[rows.length - 1].cloneNode(true);
  const id = `redirect_uri-${rows.length}`;
  const [label, fault, input] = [row.querySelector("label"), row.querySelector(".fault"), row.querySelector("input")];
  label.htmlFor = id;
  label.textContent = list.dataset.rowLabel.replace("{n}", String(rows.length + 1));
  fault.id = `${id}-fault`;
  fault.textContent = "";
  fault.hidden = true;
  Object.assign(input, { id, name: id, value: "" });
  input.removeAttribute("aria-invalid");
  input.setAttribute("aria-describedby", `${id}-fault redirect-hint`);
  more.before(row);
  input.focus();
  if (rows.length + 1 >= Number(list.dataset.max)) more.hidden = true;
});
