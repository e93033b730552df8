import type { Html } from "../../components/html.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Frame } from "../../layout/frame.ts";
import { PATH } from "./paths.ts";

/** The header of a page below the security page, or below another page of the account. */
export function securityHeader(frame: Pick<Frame, "t">, title: string, parent?: { href: string; label: string }): Html {
  return pageHeader(frame, { crumbs: [parent ?? { href: PATH, label: frame.t.security.title }], title });
}
