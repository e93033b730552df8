import { AccountLinkPurpose, type AccountService } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { LinkPurpose } from "../../model/account-link.ts";
import { cancelEmailChange } from "../../service/accounts/cancel-email-change.ts";
import { changeEmail } from "../../service/accounts/change-email.ts";
import { confirmEmail } from "../../service/accounts/confirm-email.ts";
import { createPasswordResetLink } from "../../service/accounts/create-password-reset-link.ts";
import type { AccountDependencies } from "../../service/accounts/dependencies.ts";
import { getAccountLink } from "../../service/accounts/get-account-link.ts";
import { getEmailChange } from "../../service/accounts/get-email-change.ts";
import { requestPasswordReset } from "../../service/accounts/request-password-reset.ts";
import { resendEmailChange } from "../../service/accounts/resend-email-change.ts";
import { resetPassword } from "../../service/accounts/reset-password.ts";
import { sendVerificationEmail } from "../../service/accounts/send-verification-email.ts";
import type { Implementation } from "../transports/implementation.ts";
import { toAccount } from "./account-messages.ts";
import { toTimestamp } from "./fields.ts";

/** The RPCs of AccountService that mail, create or redeem links. */
export function accountLinkRpcs(deps: AccountDependencies) {
  return {
    async requestPasswordReset(request, call) {
      await requestPasswordReset(deps, request, call);
      return {};
    },
    async getAccountLink(request, call) {
      const { purpose, email } = await getAccountLink(deps, request, call);
      return { purpose: PURPOSES[purpose], email: purpose === "reset_password" ? "" : email };
    },
    async resetPassword(request, call) {
      await resetPassword(deps, request, call);
      return {};
    },
    async createPasswordResetLink(request, call) {
      const { url, expiresAt } = await createPasswordResetLink(deps, request, call);
      return { url, expiresAt: toTimestamp(expiresAt) };
    },
    async sendVerificationEmail(_request, call) {
      await sendVerificationEmail(deps, call);
      return {};
    },
    async changeEmail(request, call) {
      await changeEmail(deps, request, call);
      return {};
    },
    getEmailChange: async (_request, call) => ({ newEmail: (await getEmailChange(deps, call)) ?? "" }),
    async resendEmailChange(_request, call) {
      await resendEmailChange(deps, call);
      return {};
    },
    async cancelEmailChange(_request, call) {
      await cancelEmailChange(deps, call);
      return {};
    },
    confirmEmail: async (request, call) => ({ account: toAccount(await confirmEmail(deps, request, call)) }),
  } satisfies Partial<Implementation<typeof AccountService>>;
}

const PURPOSES: Readonly<Record<LinkPurpose, AccountLinkPurpose>> = {
  reset_password: AccountLinkPurpose.RESET_PASSWORD,
  verify_email: AccountLinkPurpose.VERIFY_EMAIL,
  change_email: AccountLinkPurpose.CHANGE_EMAIL,
};
