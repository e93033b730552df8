import type { Frame } from "../layout/frame.ts";

/** The name that the core gives an account when its owner closes it. */
const CLOSED = "Closed account";

/** The name of a person. That of a closed account is in the language of the page. */
export function personName({ t }: Pick<Frame, "t">, name: string): string {
  return name === CLOSED ? t.closedAccount : name;
}
