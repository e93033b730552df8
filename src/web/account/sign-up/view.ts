import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";

export interface SignUpFields {
  name: string;
  email: string;
}

export interface SignUpView extends SignUpFields {
  csrfToken: string;
  errors: readonly FieldError[];
}

export function signUpPage({ t }: Frame, { csrfToken, name, email, errors }: SignUpView): Html {
  const texts = t.signUp;
  const password = { label: texts.password, hint: texts.passwordHint, autocomplete: "new-password" };
  return html`<article class="card narrow"><h1>${texts.title}</h1>
<p>${texts.lead}</p>
${errorSummary(t, errors)}
<form method="post" action="/sign-up" novalidate>
${csrfField(csrfToken)}
${textField({ name: "name", label: texts.name, type: "text", value: name, hint: texts.nameHint, autocomplete: "name" }, errors)}
${textField({ name: "email", label: texts.email, type: "email", value: email, autocomplete: "username" }, errors)}
${textField({ name: "password", type: "password", ...password }, errors)}
<button type="submit">${texts.submit}</button>
<p class="muted after"><small>${texts.next}</small></p>
</form>
<p class="after"><a href="${signInPath(null)}">${texts.signIn}</a></p>
</article>`;
}
