import type { ClientCredentials } from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Credentials } from "../../service/tokens/client-authentication.ts";

/** The app and its proof as the operations take them; a message without credentials names no app and proves nothing. */
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
