import { requestErrorOf } from "../../rpc/errors.ts";
import type { Fields } from "../http/fields.ts";
import type { PageContext, PageForm } from "./page-router.ts";
import { FormError } from "./rejected-form.ts";

/** The reasons for which the core refuses owners' changes to other members. Invitations are not found without the role. */
const OWNERS_ONLY = ["OWNER_ONLY", "INVITATION_NOT_FOUND"];

/** The sentence about the role of the account; null for an owner, and for an account that is no member. */
type RoleText = (context: PageContext, fields: Fields) => Promise<string | null> | string | null;

/** A form of owners. Its error names the role of other members, which may have changed after the form was opened. */
export function ownersForm(form: PageForm, roleText: RoleText): PageForm {
  return {
    ...form,
    async handle(context, fields) {
      try {
        return await form.handle(context, fields);
      } catch (failure) {
        if (!OWNERS_ONLY.includes(requestErrorOf(failure)?.reason ?? "")) throw failure;
        const text = await roleText(context, fields);
        throw text === null ? failure : new FormError([], { status: 403, text });
      }
    },
  };
}
