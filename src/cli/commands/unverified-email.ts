import { requestErrorOf } from "../../rpc/errors.ts";
import { CliError } from "../errors.ts";
import { typed } from "../program-name.ts";

/**
 * Runs a step that gives an account a role. Where its e-mail is not verified, names the commands that go on.
 * @param which the account, as it was typed: only an e-mail can be invited
 * @param offer options of `accounts invite` that offer the same role
 */
export async function orOfferInvitation<T>(which: string, offer: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isUnverified(error)) throw error;
    const email = which.includes("@") ? which : "<email>";
    throw new CliError(
      `The account ${which} has not verified its e-mail address (EMAIL_UNVERIFIED): anybody can sign up with any address.\n` +
        `  Invite the address; the link goes to its owner:   ${typed(`accounts invite ${email} ${offer}`.trim())}\n` +
        `  Or, if you know that the account is its owner's:  ${typed(`accounts verify-email ${which}`)}`,
    );
  }
}

function isUnverified(error: unknown): boolean {
  return requestErrorOf(error)?.reason === "EMAIL_UNVERIFIED";
}
