import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { consentPreview } from "../../components/consent/preview.ts";
import { type Html, html } from "../../components/html.ts";
import type { Frame } from "../../layout/frame.ts";
import { type AppFacts, subjectOf } from "../apps/facts.ts";

/** The consent page as merchants will see it, folded; null for an app without a profile. */
export function previewView(frame: Frame, { app, catalogue }: AppFacts): Html | null {
  const { title, hint } = frame.t.console.review.preview;
  const { profile, logoDigest } = subjectOf(app);
  if (profile === undefined) return null;
  const { name, purpose, website, supportContact, privacyPolicy, redirectUris } = profile;
  const { clientId, developerName, confidential } = app;
  const preview = consentPreview(frame, {
    app: { name, purpose, website, supportContact, privacyPolicy, clientId, developerName, logoDigest },
    scopes: profile.scopes.map(({ name: scope, reason, optional }) => {
      const known = catalogue.get(scope);
      const { title: shown = scope, description = "", sensitivity = ScopeSensitivity.UNSPECIFIED } = known ?? {};
      return { scope: { name: scope, title: shown, description, sensitivity }, reason, optional };
    }),
    ...{ redirectUris, confidential, logo: null },
  });
  return html`<details class="card fold" id="preview"><summary><h2>${title}</h2> <small>${hint}</small></summary>
<div class="fold-content" inert>${preview}</div></details>`;
}
