import type { Passkey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError } from "../../router/rejected-form.ts";
import { unlessGone } from "../../router/unless-gone.ts";
import { securityHeader } from "./header.ts";
import { PATH, RENAME_PASSKEY } from "./paths.ts";

/** The page that changes the name of a passkey. */
export function addRenameRoutes(router: PageRouter): void {
  router.page(RENAME_PASSKEY, async (context) => {
    const passkey = await findPasskey(context, context.query.one("passkey_id"));
    return passkey === undefined ? PATH : renamePage(context, { passkey, name: passkey.name, errors: [] });
  });
  router.form(RENAME_PASSKEY, {
    basePath: () => PATH,
    async handle({ web, call, t }, fields) {
      const request = { passkeyId: fields.one("passkey_id") ?? "", name: fields.one("name") ?? "" };
      const renaming = web.clients.accounts.renamePasskey(request, call).catch((failure) => {
        if (requestErrorOf(failure)?.reason !== "INVALID") throw failure;
        throw new FormError([{ field: "name", text: t.security.passkeyNameInvalid }]);
      });
      return `${PATH}?done=${(await unlessGone(renaming)) ? "passkeyRenamed" : "passkeyGone"}`;
    },
    async redisplay(context, { fields, errors }) {
      const [passkeyId, name] = [fields.one("passkey_id") ?? "", fields.one("name") ?? ""];
      const passkey = (await findPasskey(context, passkeyId)) ?? { passkeyId, name };
      return renamePage(context, { passkey, name, errors });
    },
  });
}

interface RenameView {
  passkey: Pick<Passkey, "passkeyId" | "name">;
  /** The name in the field. */
  name: string;
  errors: readonly FieldError[];
}

/** A passkey of the account. */
async function findPasskey(
  { web, call }: Pick<PageContext, "web" | "call">,
  id: string | null,
): Promise<Passkey | undefined> {
  const { passkeys } = await web.clients.accounts.getSecondFactors({}, call);
  return passkeys.find(({ passkeyId }) => passkeyId === id);
}

function renamePage(context: PageContext, { passkey: { passkeyId, name: current }, name, errors }: RenameView): Page {
  const { t, csrfToken } = context;
  const { security } = t;
  const field = { name: "name", label: security.passkeyName, type: "text", value: name, autocomplete: "off" } as const;
  const content = html`<form method="post" action="${RENAME_PASSKEY}" class="short-form" data-once novalidate>${csrfField(csrfToken)}
<input type="hidden" name="passkey_id" value="${passkeyId}">
${textField(field, errors)}
<div class="buttons"><button type="submit">${security.rename}</button> ${linkButton(PATH, security.cancel, "secondary")}</div>
</form>`;
  const title = security.renamePasskey(current);
  const body = html`${securityHeader(context, title)}
${errorSummary(t, errors)}
<div class="card"><p>${security.passkeyNameHint}</p>
${content}</div>`;
  return { title, body };
}
