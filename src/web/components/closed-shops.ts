import type { ClosedMerchant } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import { type Html, html } from "./html.ts";
import { supportLink } from "./support-link.ts";
import { withDay } from "./timestamp.ts";

/** Which shops of the reader were closed and when, and the support contact. */
export function closedShopsText(frame: Frame, closed: readonly ClosedMerchant[]): Html {
  const { closed: text } = frame.t.merchant;
  const sentences = closed.map(({ name, closedAt }) => html`${withDay(frame, closedAt, (day) => text(name, day))} `);
  return html`${sentences}${supportLink(frame)}`;
}
