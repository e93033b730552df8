import type { ClientCredentials } from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Credentials } from "../../service/tokens/client-authentication.ts";

/** Maps client credentials. Absent credentials become an empty client id without proof. */
export function fromCredentials(credentials: ClientCredentials | undefined): Credentials {
  if (credentials === undefined) return { clientId: "", proof: { kind: "none" } };
  return { clientId: credentials.clientId, proof: fromProof(credentials.proof) };
}

function fromProof(proof: ClientCredentials["proof"]): Credentials["proof"] {
  switch (proof.case) {
    case "clientSecret":
      return { kind: "secret", secret: proof.value };
    case "publicClient":
      return { kind: "public" };
    case undefined:
      return { kind: "none" };
  }
}
