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
