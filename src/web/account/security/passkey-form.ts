import { csrfField, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import type { Frame } from "../../layout/frame.ts";

export interface PasskeyForm {
  action: string;
  csrfToken: string;
  /** `create` registers a passkey, `get` uses one. */
  kind: "create" | "get";
  /** The options of WebAuthn as JSON. */
  options: string;
  label: string;
  tone?: "secondary";
  /** A link back beside the button; without one, the button is as wide as its card. */
  cancel?: Html;
  /** Further fields. */
  fields?: Html | null | false;
  errors?: readonly FieldError[];
}

/** A form that `passkeys.js` submits with the response of a passkey. It stays hidden in browsers without WebAuthn. */
export function passkeyForm({ t }: Pick<Frame, "t">, form: PasskeyForm): Html {
  const { action, csrfToken, kind, options, label, tone, cancel, fields, errors = [] } = form;
  const button = html`<button type="submit" id="passkey" class="${cancel === undefined && "wide"} ${tone}">${icon("key")} ${label}</button>`;
  const error = errors.find(({ field }) => field === "passkey");
  return html`<form method="post" action="${action}" novalidate data-needs-passkeys hidden data-passkey="${kind}" data-options="${options}"
 data-failed="${t.security.passkeyFailed}" data-known="${t.security.passkeyKnown}">${csrfField(csrfToken)}
${fields}
<input type="hidden" name="credential" value="">
<p class="fault" role="alert" data-passkey-fault ${!error && html`hidden`}>${error?.text}</p>
${cancel === undefined ? button : html`<div class="buttons">${button} ${cancel}</div>`}</form>`;
}

/** The text for a browser without WebAuthn. */
export function withoutPasskeys({ t }: Pick<Frame, "t">): Html {
  return html`<p class="notice" data-without-passkeys>${t.security.passkeysUnsupported}</p>`;
}
