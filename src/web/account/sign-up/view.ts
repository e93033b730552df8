import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { afterSignUp, signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";

export interface SignUpFields {
  name: string;
  email: string;
  /** The page to continue with, as sent; null if there is none. */
  next: string | null;
}

export interface SignUpView extends SignUpFields {
  csrfToken: string;
  errors: readonly FieldError[];
}

export function signUpPage({ t }: Frame, { csrfToken, name, email, next, errors }: SignUpView): Html {
  const texts = t.signUp;
  const password = {
    label: texts.password,
    hint: texts.passwordHint,
    autocomplete: "new-password",
    reveal: t.layout.reveal,
  };
  return html`<article class="card narrow"><h1>${texts.title}</h1>
<p>${texts.lead}</p>
${errorSummary(t, errors)}
<form method="post" action="/sign-up" novalidate>
${csrfField(csrfToken)}${next !== null && html`<input type="hidden" name="next" value="${afterSignUp(next)}">`}
${textField({ name: "name", label: texts.name, type: "text", value: name, hint: texts.nameHint, autocomplete: "name" }, errors)}
${textField({ name: "email", label: texts.email, type: "email", value: email, autocomplete: "username" }, errors)}
${textField({ name: "password", type: "password", ...password }, errors)}
<button type="submit">${texts.submit}</button>
<p class="muted after"><small>${texts.next}</small></p>
</form>
<p class="after"><a href="${signInPath(next === null ? null : afterSignUp(next))}">${texts.signIn}</a></p>
</article>`;
}
