import type { CreateInvitationResponse } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { formatTime, print, printFields } from "../output.ts";

/** Prints the link of a new invitation and the next step, after other fields. */
export function printInvitation(
  email: string,
  { url, expiresAt, mailed }: CreateInvitationResponse,
  fields: Record<string, string> = {},
): void {
  printFields({ ...fields, invitation: url });
  print();
  const send = mailed ? `The link is also sent to ${email}.` : `Send the link to ${email}.`;
  print(`${send} It works once, until ${formatTime(expiresAt)} UTC, and is not shown again.`);
}
