import type { RemovedSecondFactors } from "../../../gen/latchkey/v1/account_service_pb.ts";

/** The result of a reset of second factors, in words. */
export function removedSecondFactorsText({
  authenticatorApps,
  passkeys,
  recoveryCodes,
  endedSessions,
}: Omit<RemovedSecondFactors, "$typeName">): string {
  if (authenticatorApps + passkeys === 0) return "The account had no second factors. Nothing was removed.";
  const count = (number: number, noun: string) => (number === 0 ? [] : [`${number} ${noun}${number === 1 ? "" : "s"}`]);
  const removed = [
    ...count(authenticatorApps, "authenticator app"),
    ...count(passkeys, "passkey"),
    ...count(recoveryCodes, "unused recovery code"),
  ];
  const ended = endedSessions === 1 ? "1 session was ended" : `${endedSessions} sessions were ended`;
  return `Removed: ${removed.join(", ")}. ${ended}.`;
}
