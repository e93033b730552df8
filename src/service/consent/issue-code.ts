import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Call } from "../call.ts";
import { type IssueOutcome, issueCodes } from "../tokens/issue.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import type { StoredRequest } from "./interaction.ts";

export interface Grant {
  clientId: string;
  request: StoredRequest;
  merchantId: string;
  accountId: string;
  scopes: readonly string[];
  /** True for a remembered consent, which leaves the installation's granted scopes unchanged. */
  remembered: boolean;
  call: Call;
}

/** Issues a code as the RPC Issue of TokenService does, but in the transaction of the interaction. */
export async function issueCode(
  deps: ConsentDependencies,
  tx: ManagementTransaction,
  grant: Grant,
): Promise<IssueOutcome> {
  const { clientId, merchantId, accountId, remembered, call } = grant;
  const { redirectUri, state, codeChallenge, scopes: requestedScopes } = grant.request;
  const request = {
    clientId,
    redirectUri,
    scopes: [...grant.scopes],
    requestedScopes: [...requestedScopes],
    state,
    merchantId,
    accountId,
    codeChallenge: codeChallenge ?? "",
    codeChallengeMethod: codeChallenge === null ? "" : "S256",
  };
  const [outcome] = await issueCodes(deps, tx, [{ request, call, remembered }]);
  return outcome!;
}
