import { requestErrorOf } from "../../../rpc/errors.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError } from "../../router/rejected-form.ts";
import { stepCard } from "../setting.ts";
import { securityHeader } from "./header.ts";
import { PATH, RENAME_PASSKEY } from "./paths.ts";

/** The page that changes the name of a passkey. */
export function addRenameRoutes(router: PageRouter): void {
  router.page(RENAME_PASSKEY, async (context) => {
    const { passkeys } = await context.web.clients.accounts.getSecondFactors({}, context.call);
    const passkey = passkeys.find(({ passkeyId }) => passkeyId === context.query.one("passkey_id"));
    return passkey === undefined ? PATH : renamePage(context, { ...passkey, errors: [] });
  });
  router.form(RENAME_PASSKEY, {
    basePath: () => PATH,
    async handle({ web, call, t }, fields) {
      const request = { passkeyId: fields.one("passkey_id") ?? "", name: fields.one("name") ?? "" };
      await web.clients.accounts.renamePasskey(request, call).catch((failure) => {
        if (requestErrorOf(failure)?.reason !== "INVALID") throw failure;
        throw new FormError([{ field: "name", text: t.security.passkeyNameInvalid }]);
      });
      return `${PATH}?done=passkeyRenamed`;
    },
    redisplay: async (context, { fields, errors }) =>
      renamePage(context, { passkeyId: fields.one("passkey_id") ?? "", name: fields.one("name") ?? "", errors }),
  });
}

interface RenameView {
  passkeyId: string;
  name: string;
  errors: readonly FieldError[];
}

function renamePage(context: PageContext, { passkeyId, name, errors }: RenameView): Page {
  const { t, csrfToken } = context;
  const { security } = t;
  const field = { name: "name", label: security.passkeyName, type: "text", value: name, autocomplete: "off" } as const;
  const aside = { title: security.passkeyAbout, points: security.passkeyPoints };
  const content = html`<form method="post" action="${RENAME_PASSKEY}" class="short-form" data-once novalidate>${csrfField(csrfToken)}
<input type="hidden" name="passkey_id" value="${passkeyId}">
${textField(field, errors)}
<div class="buttons"><button type="submit">${security.rename}</button> ${linkButton(PATH, security.cancel, "secondary")}</div>
</form>`;
  const body = html`${securityHeader(context, security.renameTitle)}
${errorSummary(t, errors)}
${stepCard({ lead: security.passkeyNameHint, content, aside })}`;
  return { title: security.renameTitle, body };
}
