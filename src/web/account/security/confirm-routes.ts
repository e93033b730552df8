import { Code } from "@connectrpc/connect";
import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { csrfField, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { waitText } from "../../components/timestamp.ts";
import type { Fields } from "../../http/fields.ts";
import { CONFIRM_PATH, confirmPath, safeNextPath, signInPath } from "../../http/next-path.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { stepCard } from "../setting.ts";
import { codeField, type ProofKind, toProof } from "./code-field.ts";
import { securityHeader } from "./header.ts";
import { passkeyForm, withoutPasskeys } from "./passkey-form.ts";
import { NEW_CODES, PASSKEY, PATH, REMOVE_APP, REMOVE_PASSKEY } from "./paths.ts";
import { startPath } from "./set-up.ts";
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
const CLOSE = "/account/close";

const isOfProfile = ({ next }: View) => next === PROFILE || next === CLOSE;

/** The acts that a path determines. */
const ACTS: Readonly<Record<string, Exclude<keyof PageContext["t"]["security"]["confirmActs"], "removePasskey">>> = {
  [PASSKEY]: "addPasskey",
  [REMOVE_APP]: "removeApp",
  [NEW_CODES]: "newCodes",
  [PROFILE]: "changeEmail",
  [CLOSE]: "closeAccount",
};

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
  const { query } = context;
  const factors = await factorsOf(context);
  const fields = rejected?.fields ?? query;
  const view: View = { factors, kind: kindOf(fields, factors), next: nextOf(fields), errors: rejected?.errors ?? [] };
  const title = titleOf(context, view);
  const body = html`${securityHeader(context, title, isOfProfile(view) ? { href: PROFILE, label: context.t.account.title } : undefined)}
${rejectionNotice(context, rejected)}
${view.kind === "password" && !context.account.hasPassword ? signInAgain(context, view) : proofForms(context, view)}`;
  return { title, body, ...(isOfProfile(view) && { place: PROFILE }) };
}

/** Accounts with neither a password nor a second factor use the external login. A new sign-in is their proof of identity. */
function signInAgain({ t }: PageContext, { next }: View): Html {
  return stepCard({
    lead: t.security.signInAgain,
    aside: { title: t.security.confirmWhy, points: t.security.confirmReasons },
    content: html`<div class="buttons">${linkButton(signInPath(next, "again"), t.errors.signIn)} ${linkButton(PATH, t.security.cancel, "secondary")}</div>`,
  });
}

function proofForms(context: PageContext, view: View): Html {
  const { factors, kind } = view;
  const { secondApp: totp, secondRecovery: recovery } = context.t.signIn;
  const { confirmWho: who } = context.t.security;
  const what = { totp, recovery, password: who, passkey: who }[kind];
  return stepCard({
    lead: what,
    aside: { title: context.t.security.confirmWhy, points: context.t.security.confirmReasons },
    content: html`${factors.totpAt === undefined && kind === "passkey" && withoutPasskeys(context)}
${kind === "passkey" ? passkeyProof(context, view, "primary") : proofForm(context, kind, view)}
${otherWays(context, view)}`,
  });
}

/** Names the act after the confirmation, as far as it is known. */
function titleOf({ t }: PageContext, { next, factors }: View): string {
  const { confirmActs: acts } = t.security;
  const [path = "", query] = next.split("?");
  const act = ACTS[path];
  if (act !== undefined) return acts[act];
  const id = new URLSearchParams(query).get("passkey_id");
  const passkey = path === REMOVE_PASSKEY ? factors.passkeys.find(({ passkeyId }) => passkeyId === id) : undefined;
  if (passkey !== undefined) return acts.removePasskey(passkey.name);
  return path.startsWith("/console") ? acts.openConsole : acts.other;
}

function proofForm(context: PageContext, kind: Exclude<ProofKind, "passkey">, { next, errors }: View): Html {
  const { t, csrfToken } = context;
  const password = { name: "password", label: t.signIn.password, autocomplete: "current-password" };
  return html`<form method="post" action="${CONFIRM_PATH}" class="short-form" novalidate>${csrfField(csrfToken)}
<input type="hidden" name="next" value="${next}">
${kind === "recovery" && html`<input type="hidden" name="with" value="recovery">`}
${kind === "password" ? textField({ ...password, type: "password" }, errors) : codeField(context, kind, errors)}
<div class="buttons"><button type="submit">${t.security.confirmSubmit}</button> ${cancelLink(context, next)}</div></form>`;
}

/** Leads back. Avoids pages that would ask for the confirmation again. */
function cancelLink({ t }: PageContext, next: string): Html {
  const [path, query] = next.split("?");
  const back = path === PASSKEY ? startPath(safeNextPath(new URLSearchParams(query).get("next"))) : next;
  return linkButton(back, t.security.cancel, "secondary");
}

function passkeyProof(context: PageContext, view: View, tone: "primary" | "secondary"): Html | null {
  const { t, csrfToken } = context;
  const { factors, next, errors } = view;
  const { passkeyOptions: options } = factors;
  if (options === "") return null;
  const fields = html`<input type="hidden" name="with" value="passkey"><input type="hidden" name="next" value="${next}">`;
  const form = { action: CONFIRM_PATH, csrfToken, kind: "get", options, label: t.security.usePasskey } as const;
  if (tone === "primary") return passkeyForm(context, { ...form, fields, errors, beside: cancelLink(context, next) });
  return passkeyForm(context, { ...form, fields, errors, tone, beside: null });
}

/** The other proofs that the account has, below the one that the page asks for. */
function otherWays(context: PageContext, view: View): Html | null {
  const { t } = context;
  const { kind, factors, next } = view;
  if (kind === "password") return null;
  const hasApp = factors.totpAt !== undefined;
  const recovery = linkButton(pathOf(next, true), t.security.byRecoveryCode, "secondary");
  const back = linkButton(confirmPath(next), hasApp ? t.security.byApp : t.security.usePasskey, "secondary");
  return html`<div class="other-ways"><p class="muted">${t.security.otherWays}</p>
<div class="buttons">${kind === "totp" && passkeyProof(context, view, "secondary")}
${kind !== "recovery" && factors.recoveryCodes > 0 && recovery}
${(kind === "recovery" || (kind === "passkey" && hasApp)) && back}</div></div>`;
}
