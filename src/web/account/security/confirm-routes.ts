import { Code } from "@connectrpc/connect";
import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { csrfField, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { waitText } from "../../components/timestamp.ts";
import type { Fields } from "../../http/fields.ts";
import { CONFIRM_PATH, confirmPath, safeNextPath, signInPath } from "../../http/next-path.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { codeField, type ProofKind, toProof } from "./code-field.ts";
import { securityHeader } from "./header.ts";
import { passkeyForm, withoutPasskeys } from "./passkey-form.ts";
import { PASSKEY, PATH } from "./paths.ts";
import { hasSecondFactor } from "./two-step.ts";

/** The proof of identity before a change of the sign-in, or before an operator's change of another account. */
export function addConfirmRoutes(router: PageRouter): void {
  router.page(CONFIRM_PATH, (context) => confirmPage(context, null));
  router.form(CONFIRM_PATH, {
    basePath: (_params, fields) => pathOf(nextOf(fields), fields.one("with") === "recovery"),
    async handle(context, fields) {
      const kind = kindOf(fields, await factorsOf(context));
      const value = fields.one(FIELDS[kind]) ?? "";
      if (kind === "passkey" && value === "") {
        throw new FormError([{ field: "passkey", text: context.t.security.passkeyLate }]);
      }
      try {
        await context.web.clients.accounts.reauthenticate({ proof: toProof(kind, value) }, context.call);
      } catch (failure) {
        throw toFormError(context, kind, failure);
      }
      const next = nextOf(fields);
      if (next === PROFILE) return `${PROFILE}?changed=confirmed`;
      return { to: next, flash: { done: context.t.security.confirmed } };
    },
    redisplay: confirmPage,
  });
}

/** The path to continue with after the confirmation. */
function nextOf(fields: Pick<Fields, "one">): string {
  return safeNextPath(fields.one("next")) ?? PATH;
}

function pathOf(next: string, recovery: boolean): string {
  return recovery ? `${confirmPath(next)}&with=recovery` : confirmPath(next);
}

/** The account page, which is not in the page router and shows its own status message. */
const PROFILE = "/account";

const FIELDS: Readonly<Record<ProofKind, string>> = {
  password: "password",
  passkey: "credential",
  totp: "code",
  recovery: "code",
};

function factorsOf({ web, call }: PageContext): Promise<GetSecondFactorsResponse> {
  return web.clients.accounts.getSecondFactors({}, call);
}

function kindOf(fields: Pick<Fields, "one">, factors: GetSecondFactorsResponse): ProofKind {
  if (!hasSecondFactor(factors)) return "password";
  const chosen = fields.one("with");
  if (chosen === "recovery" || chosen === "passkey") return chosen;
  return factors.totpAt === undefined ? "passkey" : "totp";
}

function toFormError({ t }: PageContext, kind: ProofKind, failure: unknown): unknown {
  const refusal = requestErrorOf(failure);
  const field = kind === "passkey" ? "passkey" : FIELDS[kind];
  if (refusal?.code === Code.ResourceExhausted) {
    return new FormError([{ field, text: t.signIn.throttled(waitText(t, refusal.retryAfter ?? 60)) }]);
  }
  if (refusal?.reason === "CREDENTIALS") return new FormError([{ field, text: t.security.wrongPassword }]);
  if (refusal?.reason !== "SECOND_FACTOR") return failure;
  const wrong = { passkey: t.security.passkeyRefused, recovery: t.security.wrongRecoveryCode };
  const text = kind === "passkey" || kind === "recovery" ? wrong[kind] : t.security.wrongCode;
  return new FormError([{ field, text }]);
}

interface View {
  factors: GetSecondFactorsResponse;
  kind: ProofKind;
  next: string;
  errors: readonly FieldError[];
}

async function confirmPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { t, query } = context;
  const factors = await factorsOf(context);
  const fields = rejected?.fields ?? query;
  const view: View = { factors, kind: kindOf(fields, factors), next: nextOf(fields), errors: rejected?.errors ?? [] };
  const body = html`${securityHeader(context, t.security.confirmTitle)}
${rejectionNotice(context, rejected)}
<section class="card"><div class="short-form">
${view.kind === "password" && !context.account.hasPassword ? signInAgain(context, view) : proofForms(context, view)}</div></section>`;
  return { title: t.security.confirmTitle, body };
}

/** Accounts with neither a password nor a second factor use the external login. A new sign-in is their proof of identity. */
function signInAgain({ t }: PageContext, { next }: View): Html {
  return html`<p>${t.security.signInAgain}</p>
<div class="buttons"><a class="button" href="${signInPath(next, "again")}">${t.errors.signIn}</a> <a class="button secondary" href="${PATH}">${t.security.cancel}</a></div>`;
}

function proofForms(context: PageContext, view: View): Html {
  const { factors, kind } = view;
  const { secondApp: totp, secondRecovery: recovery } = context.t.signIn;
  const { confirmWho: who } = context.t.security;
  const what = { totp, recovery, password: who, passkey: who }[kind];
  return html`<p>${context.t.security.confirmLead} ${what}</p>
${factors.totpAt === undefined && kind === "passkey" && withoutPasskeys(context)}
${kind !== "passkey" && proofForm(context, kind, view)}
${kind !== "recovery" && passkeyProof(context, view)}
${kind !== "password" && otherWays(context, view)}
<p class="after"><a href="${backOf(view.next)}">${context.t.security.cancel}</a></p>`;
}

function proofForm(context: PageContext, kind: Exclude<ProofKind, "passkey">, { next, errors }: View): Html {
  const { t, csrfToken } = context;
  const password = { name: "password", label: t.signIn.password, autocomplete: "current-password" };
  return html`<form method="post" action="${CONFIRM_PATH}" novalidate>${csrfField(csrfToken)}
<input type="hidden" name="next" value="${next}">
${kind === "recovery" && html`<input type="hidden" name="with" value="recovery">`}
${kind === "password" ? textField({ ...password, type: "password" }, errors) : codeField(context, kind, errors)}
<button type="submit" class="wide">${t.security.confirmSubmit}</button></form>`;
}

/** The path of the link back. Avoids pages that would ask for the confirmation again. */
function backOf(next: string): string {
  return next.startsWith(PASSKEY) ? PATH : next;
}

function passkeyProof(context: PageContext, { factors, kind, next, errors }: View): Html | null {
  const { t, csrfToken } = context;
  const { passkeyOptions: options } = factors;
  if (options === "") return null;
  const fields = html`<input type="hidden" name="with" value="passkey"><input type="hidden" name="next" value="${next}">`;
  const form = { action: CONFIRM_PATH, csrfToken, kind: "get", options, label: t.security.usePasskey } as const;
  if (kind === "passkey") return passkeyForm(context, { ...form, fields, errors });
  return html`<p class="or" data-needs-passkeys hidden><span>${t.signIn.or}</span></p>
${passkeyForm(context, { ...form, fields, errors, tone: "secondary" })}`;
}

function otherWays({ t }: PageContext, { kind, factors, next }: View): Html {
  const recovery = html`<p class="after"><a href="${pathOf(next, true)}">${t.security.useRecoveryCode}</a></p>`;
  const back = factors.totpAt === undefined ? t.security.usePasskeyInstead : t.security.useApp;
  return html`${kind !== "recovery" && factors.recoveryCodes > 0 && recovery}
${(kind === "recovery" || (kind === "passkey" && factors.totpAt !== undefined)) && html`<p class="after"><a href="${confirmPath(next)}">${back}</a></p>`}`;
}
