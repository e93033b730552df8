import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Call } from "../call.ts";
import { type IssueOutcome, issueTogether } from "../tokens/issue.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import type { KeptRequest } from "./interaction.ts";

export interface Grant {
  clientId: string;
  request: KeptRequest;
  merchantId: string;
  accountId: string;
  scopes: readonly string[];
  /** Consent from before: the installation's granted scopes stay as they are. */
  remembered: boolean;
  call: Call;
}

/** Issues the code by the same code as TokenService's Issue, in the transaction of the interaction that yields it. */
export async function issueCode(
  deps: ConsentDependencies,
  tx: ManagementTransaction,
  grant: Grant,
): Promise<IssueOutcome> {
  const { clientId, merchantId, accountId, remembered, call } = grant;
  const { redirectUri, state, codeChallenge } = grant.request;
  const request = {
    clientId,
    redirectUri,
    scopes: [...grant.scopes],
    state,
    merchantId,
    accountId,
    codeChallenge: codeChallenge ?? "",
    codeChallengeMethod: codeChallenge === null ? "" : "S256",
  };
  const [outcome] = await issueTogether(deps, tx.tokens, [{ request, call, remembered }]);
  return outcome!;
}
