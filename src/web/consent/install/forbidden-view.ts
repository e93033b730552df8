import { create } from "@bufbuild/protobuf";
import { ConsentAppSchema } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Html, html, safeLink } from "../../components/html.ts";
import { otherAccountPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Refusal } from "../refusal/read.ts";
import { canAskOthers, connectedShops, copyLink, linkForOthers, refusalPage } from "../refusal/view.ts";
import type { InstallView } from "./view.ts";

/** The page of accounts that cannot install the app for any merchant: the reason, and the link for an owner or manager. */
export function forbiddenPage(
  frame: Frame,
  { install, clientId, account, refusal, publicUrl }: InstallView & { refusal: Refusal; publicUrl: string },
): Html {
  const { t } = frame;
  const app = install.app ?? create(ConsentAppSchema);
  const path = `/install/${clientId}`;
  const other = otherAccountPath(path);
  const website = safeLink(app.website);
  const isConnected = connectedShops(refusal).length > 0;
  const asks = !isConnected && canAskOthers(refusal);
  const opens = isConnected && website !== null;
  const actions = html`${asks && linkForOthers(frame, { app: { ...app, clientId }, publicUrl })}
<div class="decision">${asks && copyLink(frame)}${opens && html`<a class="button" href="${website}" rel="noopener noreferrer nofollow">${t.connected.open}</a>`}
<a class="button ${(asks || opens) && "secondary"}" href="${other}">${t.signOut.otherAccount}</a></div>`;
  return refusalPage(frame, { app, texts: t.install.forbidden, account, refusal, actions });
}
