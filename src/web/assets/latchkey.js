// Makes pages nicer; nothing depends on it.

// A fault summary is what the person should read first.
document.querySelector("[data-focus]")?.focus();

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

// Moments are written in UTC; a reader thinks in the time of their own clock.
for (const time of document.querySelectorAll("time[datetime]")) {
  const format = new Intl.DateTimeFormat(
    document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang,
    {
      dateStyle: "medium",
      timeStyle: "short",
    },
  );
  time.title = time.textContent;
  time.textContent = format.format(new Date(time.dateTime));
}

// Copy buttons stay hidden where the clipboard is not available. The status is announced politely.
const COPIED_MS = 2000;
const copyButtons = navigator.clipboard ? document.querySelectorAll("[data-copy]") : [];
const copyStatus = document.createElement("p");
copyStatus.className = "announced";
copyStatus.setAttribute("role", "status");
if (copyButtons.length > 0) document.body.append(copyStatus);
for (const button of copyButtons) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    const copied = await navigator.clipboard.writeText(source.value ?? source.textContent).then(
      () => true,
      () => false,
    );
    copyStatus.textContent = copied ? button.dataset.copied : button.dataset.failed;
    if (copied) button.textContent = button.dataset.copied;
    else getSelection().selectAllChildren(source);
    setTimeout(() => {
      button.textContent = label;
      copyStatus.textContent = "";
    }, COPIED_MS);
  });
}
for (const input of document.querySelectorAll("input[data-select]"))
  input.addEventListener("focus", () => input.select());
