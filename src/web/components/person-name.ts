import type { Membership } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Frame } from "../layout/frame.ts";

/** The name that the core gives an account when its owner closes it. */
const CLOSED = "Closed account";

/** The name of a person. That of a closed account is in the language of the page. */
export function personName({ t }: Pick<Frame, "t">, name: string): string {
  return name === CLOSED ? t.closedAccount : name;
}

/** A member of a merchant; empty without one. */
export function memberName(member: Membership | undefined): string {
  return member === undefined ? "" : member.accountName || member.accountEmail || member.accountId;
}
