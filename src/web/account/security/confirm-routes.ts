import { Code } from "@connectrpc/connect";
import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { csrfField, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { waitText } from "../../components/timestamp.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { codeField, type ProofKind, toProof } from "./code-field.ts";
import { passkeyForm, withoutPasskeys } from "./passkey-form.ts";
import { CONFIRM, PATH } from "./paths.ts";
import { hasSecondFactor } from "./two-step.ts";

/** The proof of identity before a change of the sign-in. */
export function addConfirmRoutes(router: PageRouter): void {
  router.page(CONFIRM, (context) => confirmPage(context, null));
  router.form(CONFIRM, {
    basePath: (_params, fields) => (fields.one("with") === "recovery" ? `${CONFIRM}?with=recovery` : CONFIRM),
    async handle(context, fields) {
      const kind = kindOf(context, fields, await factorsOf(context));
      const value = fields.one(FIELDS[kind]) ?? "";
      if (kind === "passkey" && value === "") {
        throw new FormError([{ field: "passkey", text: context.t.security.passkeyLate }]);
      }
      try {
        await context.web.clients.accounts.reauthenticate({ proof: toProof(kind, value) }, context.call);
        return `${PATH}?done=confirmed`;
      } catch (failure) {
        throw toFormError(context, kind, failure);
      }
    },
    redisplay: confirmPage,
  });
}

const FIELDS: Readonly<Record<ProofKind, string>> = {
  password: "password",
  passkey: "credential",
  totp: "code",
  recovery: "code",
};

function factorsOf({ web, call }: PageContext): Promise<GetSecondFactorsResponse> {
  return web.clients.accounts.getSecondFactors({}, call);
}

function kindOf(_context: PageContext, fields: Pick<Fields, "one">, factors: GetSecondFactorsResponse): ProofKind {
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

async function confirmPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { t, csrfToken, query } = context;
  const factors = await factorsOf(context);
  const kind = kindOf(context, rejected?.fields ?? query, factors);
  const errors = rejected?.errors ?? [];
  const body = html`<article class="card question"><h1>${t.security.confirmTitle}</h1>
${rejectionNotice(context, rejected)}
<p>${t.security.confirmLead}</p>
${factors.totpAt === undefined && kind === "passkey" && withoutPasskeys(context)}
${kind !== "passkey" && proofForm(context, { kind, errors, csrfToken })}
${kind !== "recovery" && passkeyProof(context, { factors, kind, errors })}
${kind !== "password" && otherWays(context, { kind, factors })}
</article>`;
  return { title: t.security.confirmTitle, body };
}

function proofForm(
  context: PageContext,
  {
    kind,
    errors,
    csrfToken,
  }: { kind: Exclude<ProofKind, "passkey">; errors: readonly FieldError[]; csrfToken: string },
): Html {
  const { t } = context;
  const password = { name: "password", label: t.signIn.password, autocomplete: "current-password" };
  return html`<form method="post" action="${CONFIRM}" novalidate>${csrfField(csrfToken)}
${kind === "recovery" && html`<input type="hidden" name="with" value="recovery">`}
${kind === "password" ? textField({ ...password, type: "password" }, errors) : codeField(context, kind, errors)}
<div class="buttons"><button type="submit">${t.security.confirmSubmit}</button> <a class="button secondary" href="${PATH}">${t.security.cancel}</a></div>
</form>`;
}

interface Shown {
  factors: GetSecondFactorsResponse;
  kind: ProofKind;
}

function passkeyProof(
  context: PageContext,
  { factors, kind, errors }: Shown & { errors: readonly FieldError[] },
): Html | null {
  const { t, csrfToken } = context;
  const { passkeyOptions: options } = factors;
  if (options === "") return null;
  const fields = html`<input type="hidden" name="with" value="passkey">`;
  const form = { action: CONFIRM, csrfToken, kind: "get", options, label: t.security.usePasskey } as const;
  return passkeyForm(context, { ...form, fields, errors, ...(kind !== "passkey" && { tone: "secondary" }) });
}

function otherWays({ t }: PageContext, { kind, factors }: Shown): Html {
  const recovery = html`<p class="after"><a href="${`${CONFIRM}?with=recovery`}">${t.security.useRecoveryCode}</a></p>`;
  const back = factors.totpAt === undefined ? t.security.usePasskeyInstead : t.security.useApp;
  return html`${kind !== "recovery" && factors.recoveryCodes > 0 && recovery}
${(kind === "recovery" || (kind === "passkey" && factors.totpAt !== undefined)) && html`<p class="after"><a href="${CONFIRM}">${back}</a></p>`}`;
}
