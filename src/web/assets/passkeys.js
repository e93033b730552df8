// Passkeys (WebAuthn). Forms with a passkey stay hidden without this script; all other ways to sign in work without it.

const supported =
  typeof PublicKeyCredential === "function" && typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";
for (const element of document.querySelectorAll("[data-needs-passkeys]")) element.hidden = !supported;
for (const element of document.querySelectorAll("[data-without-passkeys]")) element.hidden = supported;

// A challenge is valid for ten minutes. The server answers a later form with a new one.
const LIFETIME_MS = 590_000;

for (const form of supported ? document.querySelectorAll("form[data-passkey]") : []) {
  const { credential } = form.elements;
  const fault = form.querySelector("[data-passkey-fault]");
  const wait = form.querySelector("[data-passkey-wait]");
  let sending = false;
  form.addEventListener("submit", async (event) => {
    // The server says what is wrong with a name, before the device creates a passkey.
    if (sending || performance.now() > LIFETIME_MS || !isNamed(form)) return;
    event.preventDefault();
    fault.hidden = true;
    wait.textContent = wait.dataset.passkeyWait;
    try {
      credential.value = JSON.stringify(await ask(form.dataset.passkey, JSON.parse(form.dataset.options)));
    } catch (error) {
      fault.textContent = error.name === "InvalidStateError" ? form.dataset.known : form.dataset.failed;
      fault.hidden = false;
      return;
    } finally {
      wait.textContent = "";
    }
    sending = true;
    form.requestSubmit();
  });
  // A page that returns from the browser's cache has a used challenge.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && sending) location.reload();
  });
}

// The longest name, as in the core.
const NAME_MAX = 60;

function isNamed({ elements: { name } }) {
  return name === undefined || (name.value.trim() !== "" && name.value.length <= NAME_MAX);
}

function ask(kind, options) {
  if (kind === "create") {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
