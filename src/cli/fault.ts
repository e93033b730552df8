import { Code, ConnectError } from "@connectrpc/connect";
import { RefusalSchema } from "../../gen/latchkey/v1/errors_pb.ts";

/** Something that the person at the terminal can mend; told without a stack trace. */
export class CliFault extends Error {}

const advice: Partial<Record<Code, string>> = {
  [Code.Unavailable]:
    "The core does not answer. Is it running, and is CORE_URL its gRPC port (50051 if not set otherwise)?",
  [Code.Unauthenticated]: "The core does not know this service key. Check SERVICE_KEY; it may have been revoked.",
  [Code.DeadlineExceeded]: "The core took too long to answer. Try again; if it stays so, look at its log.",
};

/** What to print for an error: what was wrong and what to do, in lines. */
export function explain(error: unknown): string {
  if (error instanceof CliFault) return error.message;
  if (!(error instanceof ConnectError)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [refusal] = error.findDetails(RefusalSchema);
  const lines = (refusal?.violations ?? []).map(({ field, description }) => `  ${field}: ${description}`);
  if (refusal !== undefined) return [`${error.rawMessage} (${refusal.reason})`, ...lines].join("\n");
  return advice[error.code] === undefined ? error.rawMessage : `${advice[error.code]} (${error.rawMessage})`;
}
