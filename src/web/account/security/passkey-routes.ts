import { requestErrorOf } from "../../../rpc/errors.ts";
import { USER_AGENT } from "../../../rpc/metadata.ts";
import { textField } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { dayText } from "../../components/timestamp.ts";
import type { Fields } from "../../http/fields.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { stepCard } from "../setting.ts";
import { deviceNameOf } from "./device.ts";
import { securityHeader } from "./header.ts";
import { passkeyForm, withoutPasskeys } from "./passkey-form.ts";
import { PASSKEY } from "./paths.ts";
import { shownOnce } from "./recovery-codes.ts";
import { endSetUp, nextField, nextOf, startPath, stepPath } from "./set-up.ts";

/** The longest name of a passkey, as in the core. */
const NAME_MAX = 60;

/** Registration of passkeys. */
export function addPasskeyRoutes(router: PageRouter): void {
  router.page(PASSKEY, (context) => addPage(context, null));
  router.form(PASSKEY, {
    basePath: (_params, fields) => stepPath(PASSKEY, nextOf(fields)),
    handle: register,
    redisplay: addPage,
  });
}

async function register(context: PageContext, fields: Fields): Promise<FormResult> {
  const { web, call, t } = context;
  const response = fields.one("credential") ?? "";
  const name = fields.one("name") ?? "";
  const nameErrors = [{ field: "name", text: t.security.passkeyNameInvalid }];
  // The script sends an invalid name without a credential, because a device keeps a passkey that the server refuses.
  if (name.trim() === "" || name.length > NAME_MAX) throw new FormError(nameErrors);
  if (response === "") throw new FormError([{ field: "passkey", text: t.security.passkeyLate }]);
  const { recoveryCodes } = await web.clients.accounts
    .confirmPasskeySetup({ name, response }, call)
    .catch((failure) => {
      const reason = requestErrorOf(failure)?.reason;
      if (reason === "INVALID") throw new FormError(nameErrors);
      if (reason === "SECOND_FACTOR") throw new FormError([{ field: "passkey", text: t.security.passkeyRefused }]);
      throw failure;
    });
  const next = nextOf(fields);
  if (recoveryCodes.length > 0) return shownOnce(recoveryCodes, "passkeyAdded", next);
  return endSetUp(context, "passkeyAdded", next);
}

/** The page that registers a passkey. Each request of the page creates a new challenge. */
async function addPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { web, call, t, csrfToken } = context;
  const { security } = t;
  const { options } = await web.clients.accounts.startPasskeySetup({}, call);
  const errors = rejected?.errors ?? [];
  const next = nextOf(rejected?.fields ?? context.query);
  const value = rejected?.fields.one("name") ?? suggestName(context);
  const hint = security.passkeyNameHint;
  const name = textField(
    { name: "name", label: security.passkeyName, type: "text", value, autocomplete: "off", hint },
    errors,
  );
  const fields = html`${nextField(next)}${name}<p class="muted">${security.firstFactorEffect}</p>`;
  const form = { action: PASSKEY, csrfToken, kind: "create", options, label: security.addPasskey } as const;
  const body = html`${securityHeader(context, security.addPasskey)}
${rejectionNotice(context, rejected)}
${stepCard({
  lead: security.passkeyLead,
  aside: { title: security.passkeyAbout, points: security.passkeyPoints },
  content: html`${withoutPasskeys(context)}
${passkeyForm(context, { ...form, fields, errors, beside: linkButton(startPath(next), security.cancel, "secondary") })}`,
})}`;
  return { title: security.addPasskey, body };
}

/** Suggests the device that sent the request, as the session list shows it, and the day. */
function suggestName(context: PageContext): string {
  const userAgent = new Headers(context.call.headers).get(USER_AGENT) ?? "";
  const name = [deviceNameOf(context, userAgent), dayText(context, new Date())];
  return name.filter((part) => part !== null).join(", ");
}
