import { requestErrorOf } from "../../rpc/errors.ts";
import { CliError } from "../errors.ts";
import { commandLine } from "../help-text.ts";

/**
 * Runs a step that gives an account a role. If the e-mail address of the account is not verified, the error names the commands that verify
 * it.
 * @param account the account id or e-mail address of the command line; only an e-mail address can be invited
 * @param roleOptions options of `accounts invite` that offer the same role
 */
export async function explainUnverifiedEmail<T>(
  account: string,
  roleOptions: string,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isUnverified(error)) throw error;
    const email = account.includes("@") ? account : "<email>";
    throw new CliError(
      `The account ${account} has no verified e-mail address (EMAIL_UNVERIFIED), and accounts can sign up with any address.\n` +
        `  Invite the address, which verifies it:         ${commandLine(`accounts invite ${email} ${roleOptions}`.trim())}\n` +
        `  If you know that the address is the account's: ${commandLine(`accounts verify-email ${account}`)}`,
    );
  }
}

function isUnverified(error: unknown): boolean {
  return requestErrorOf(error)?.reason === "EMAIL_UNVERIFIED";
}
