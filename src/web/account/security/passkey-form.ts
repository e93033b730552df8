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
  /** A link beside the button, or null for none. If absent, the button is as wide as its card. */
  beside?: Html | null;
  /** Further fields. */
  fields?: Html | null | false;
  errors?: readonly FieldError[];
}

/** A form that `passkeys.js` submits with the response of a passkey. It stays hidden in browsers without WebAuthn. */
export function passkeyForm({ t }: Pick<Frame, "t">, form: PasskeyForm): Html {
  const { action, csrfToken, kind, options, label, tone, beside, fields, errors = [] } = form;
  const button = html`<button type="submit" id="passkey" class="${beside === undefined && "wide"} ${tone}">${icon("key")} ${label}</button>`;
  const error = errors.find(({ field }) => field === "passkey");
  return html`<form method="post" action="${action}" novalidate data-needs-passkeys hidden data-passkey="${kind}" data-options="${options}"
 data-failed="${kind === "create" ? t.security.passkeyNotAdded : t.security.passkeyFailed}" data-known="${t.security.passkeyKnown}">${csrfField(csrfToken)}
${fields}
<input type="hidden" name="credential" value="">
<p class="fault" role="alert" data-passkey-fault ${!error && html`hidden`}>${error?.text}</p>
${beside === undefined ? button : html`<div class="buttons">${button} ${beside}</div>`}
<p class="muted passkey-wait" role="status" data-passkey-wait="${t.security.passkeyWait}"></p></form>`;
}

/** The text for a browser without WebAuthn. */
export function withoutPasskeys({ t }: Pick<Frame, "t">): Html {
  return html`<p class="notice" data-without-passkeys>${t.security.passkeysUnsupported}</p>`;
}
