import type { Html } from "../../components/html.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Frame } from "../../layout/frame.ts";
import { PATH } from "./paths.ts";

/** The header of a page below the security page. */
export function securityHeader(frame: Pick<Frame, "t">, title: string): Html {
  return pageHeader(frame, { crumbs: [{ href: PATH, label: frame.t.security.title }], title });
}
