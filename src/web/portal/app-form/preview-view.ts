import { create } from "@bufbuild/protobuf";
import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ConsentScopeSchema, GetInteractionResponseSchema } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { defaultChoice } from "../../components/consent/default-choice.ts";
import { consentPage } from "../../components/consent/view.ts";
import { type Html, html } from "../../components/html.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppForm, askedScopes } from "./form.ts";

interface Previewed {
  form: AppForm;
  /** Null for a new app. */
  app: App | null;
  /** The `data:` URL of the chosen logo; null shows the stored logo. */
  logo: string | null;
}

const EXAMPLE_ORIGIN = "https://app.example";

/**
 * The consent page as it would look with the values of the form: after an approval, for a merchant without the app. The script updates it
 * while the developer types. The preview is inert, so its buttons do nothing.
 */
export function consentPreview(context: PageContext, { form, app, logo }: Previewed): Html {
  const { t } = context;
  const asked = askedScopes(form).map(({ scope, reason, optional }) => {
    const { name, title, description, sensitivity } = scope;
    return create(ConsentScopeSchema, { name, title, description, sensitivity, reason, required: !optional });
  });
  const none = create(ConsentScopeSchema, { title: t.portal.form.preview.noScopes, required: true });
  const scopes = asked.length === 0 ? [none] : asked;
  const required = scopes.filter((scope) => scope.required);
  const consent = create(GetInteractionResponseSchema, {
    app: {
      clientId: app?.clientId ?? "",
      name: form.name || t.portal.form.preview.name,
      purpose: form.purpose,
      developerName: app?.developerName ?? currentTeam(context).name,
      website: form.website,
      supportContact: form.supportContact,
      privacyPolicy: form.privacyPolicy,
      logoDigest: app?.pending?.logoDigest ?? app?.logoDigest ?? "",
      verified: true,
    },
    scopes,
    requestedScopes: scopes.map(({ name }) => name),
    requiredScopes: required.map(({ name }) => name),
    merchants: [{ name: t.portal.form.preview.merchant }],
    redirectOrigin: originOf(form),
  });
  const view = {
    id: "",
    consent,
    account: undefined,
    choice: defaultChoice(consent),
    errors: [],
    changes: [],
    preview: { logo },
  };
  const texts = t.portal.form.preview;
  return html`<aside class="form-preview" id="form-preview" aria-labelledby="preview-title" tabindex="0"><h2 id="preview-title">${texts.title}</h2>
<p class="muted">${texts.hint}</p>
<div id="preview" inert><div class="${asked.length === 0 && "no-scopes"}">${consentPage(context, view)}</div></div>
<button type="submit" form="app-form" name="action" value="preview" class="secondary button-small" data-update-preview>${texts.update}</button></aside>`;
}

/** The origin of the first valid redirect URI. Without one: an example for an app on a server, and empty for an app on devices. */
function originOf({ redirectUris, confidential }: AppForm): string {
  const first = redirectUris.find((uri) => URL.canParse(uri));
  if (first === undefined) return confidential ? EXAMPLE_ORIGIN : "";
  return new URL(first).origin;
}
