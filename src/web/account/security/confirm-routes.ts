import { Code } from "@connectrpc/connect";
import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { csrfField, textField } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { waitText } from "../../components/timestamp.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { codeField, type ProofKind, toProof } from "./code-field.ts";
import { CONFIRM, PATH } from "./paths.ts";

/** The proof of identity before a change of the sign-in. */
export function addConfirmRoutes(router: PageRouter): void {
  router.page(CONFIRM, (context) => confirmPage(context, null));
  router.form(CONFIRM, {
    basePath: (_params, fields) => (fields.one("with") === "recovery" ? `${CONFIRM}?with=recovery` : CONFIRM),
    async handle(context, fields) {
      const kind = kindOf(context, fields, await factorsOf(context));
      const value = fields.one(kind === "password" ? "password" : "code") ?? "";
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

function factorsOf({ web, call }: PageContext): Promise<GetSecondFactorsResponse> {
  return web.clients.accounts.getSecondFactors({}, call);
}

function kindOf(_context: PageContext, fields: Pick<Fields, "one">, factors: GetSecondFactorsResponse): ProofKind {
  if (factors.totpAt === undefined) return "password";
  return fields.one("with") === "recovery" ? "recovery" : "totp";
}

function toFormError({ t }: PageContext, kind: ProofKind, failure: unknown): unknown {
  const refusal = requestErrorOf(failure);
  const field = kind === "password" ? "password" : "code";
  if (refusal?.code === Code.ResourceExhausted) {
    return new FormError([{ field, text: t.signIn.throttled(waitText(t, refusal.retryAfter ?? 60)) }]);
  }
  if (refusal?.reason === "CREDENTIALS") return new FormError([{ field, text: t.security.wrongPassword }]);
  if (refusal?.reason !== "SECOND_FACTOR") return failure;
  const text = kind === "recovery" ? t.security.wrongRecoveryCode : t.security.wrongCode;
  return new FormError([{ field, text }]);
}

async function confirmPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { t, csrfToken, query } = context;
  const factors = await factorsOf(context);
  const kind = kindOf(context, rejected?.fields ?? query, factors);
  const errors = rejected?.errors ?? [];
  const password = { name: "password", label: t.signIn.password, autocomplete: "current-password" };
  const body = html`<article class="card question"><h1>${t.security.confirmTitle}</h1>
${rejectionNotice(context, rejected)}
<p>${t.security.confirmLead}</p>
<form method="post" action="${CONFIRM}" novalidate>${csrfField(csrfToken)}
${kind === "recovery" && html`<input type="hidden" name="with" value="recovery">`}
${kind === "password" ? textField({ ...password, type: "password" }, errors) : codeField(context, kind, errors)}
<div class="buttons"><button type="submit">${t.security.confirmSubmit}</button> <a class="button secondary" href="${PATH}">${t.security.cancel}</a></div>
</form>
${kind === "totp" && factors.recoveryCodes > 0 && html`<p class="after"><a href="${`${CONFIRM}?with=recovery`}">${t.security.useRecoveryCode}</a></p>`}
${kind === "recovery" && html`<p class="after"><a href="${CONFIRM}">${t.security.useApp}</a></p>`}
</article>`;
  return { title: t.security.confirmTitle, body };
}
