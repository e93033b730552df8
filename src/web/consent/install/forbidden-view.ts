import { create } from "@bufbuild/protobuf";
import { ConsentAppSchema } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { otherAccountPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Refusal } from "../refusal/read.ts";
import { canAskOthers, copyLink, linkForOthers, refusalPage } from "../refusal/view.ts";
import type { InstallView } from "./view.ts";

/** The page of accounts that cannot install the app for any merchant: the reason, and the link for an owner or manager. */
export function forbiddenPage(
  frame: Frame,
  { install, clientId, account, refusal, publicUrl }: InstallView & { refusal: Refusal; publicUrl: string },
): Html {
  const { t } = frame;
  const app = install.app ?? create(ConsentAppSchema);
  const path = `/install/${clientId}`;
  const asks = canAskOthers(refusal);
  const actions = html`${asks && linkForOthers(frame, { app: { ...app, clientId }, publicUrl })}
<div class="decision">${asks && copyLink(frame)}
<a class="button ${asks && "secondary"}" href="${otherAccountPath(path)}">${t.signOut.otherAccount}</a></div>`;
  return refusalPage(frame, { app, texts: t.install.forbidden, account, refusal, actions });
}
