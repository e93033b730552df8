import type { FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import type { Frame } from "../../layout/frame.ts";

/** The kind of a proof: a code of the authenticator app, a recovery code, a passkey or the password. */
export type ProofKind = "totp" | "recovery" | "passkey" | "password";

/** The input for a code. For TOTP codes, phones show a number pad and offer the code of a password manager. */
export function codeField({ t }: Pick<Frame, "t">, kind: "totp" | "recovery", errors: readonly FieldError[]): Html {
  const { security } = t;
  const error = errors.find(({ field }) => field === "code");
  const hint =
    kind === "recovery" && html`${security.recoveryCodeHint} <code class="nowrap">ABCD-EFGH-2345-67WX</code>.`;
  const described = [hint && "code-hint", error && "code-fault"].filter(Boolean).join(" ");
  return html`<div class="field"><label for="code">${kind === "totp" ? security.code : security.recoveryCode}</label>
${hint && html`<small id="code-hint">${hint}</small>`}
${error && html`<p class="fault" id="code-fault">${error.text}</p>`}
<input id="code" name="code" type="text" required autocapitalize="none" spellcheck="false"
 ${kind === "totp" ? html`inputmode="numeric" autocomplete="one-time-code"` : html`autocomplete="off"`}
 ${described !== "" && html`aria-describedby="${described}"`} ${error && html`aria-invalid="true"`}>
</div>`;
}

/** True for a text with the form of a recovery code, with or without dashes. */
export function isRecoveryCode(text: string): boolean {
  return /^[a-z2-7]{16}$/i.test(text.replaceAll(/[\s-]/g, ""));
}

/** The proof that a form contains. */
export function toProof(kind: ProofKind, value: string) {
  if (kind === "password" || kind === "passkey") return { proof: { case: kind, value } } as const;
  return { proof: { case: kind === "totp" ? "totpCode" : "recoveryCode", value } } as const;
}
