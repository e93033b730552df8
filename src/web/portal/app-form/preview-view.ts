import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { consentPreview } from "../../components/consent/preview.ts";
import { type Html, html } from "../../components/html.ts";
import { scopeDecision } from "../../components/scope-decision.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { PageContext } from "../../router/page-router.ts";
import { formPath } from "../own-app.ts";
import { type AppForm, askedScopes, type FormScope } from "./form.ts";

interface Previewed {
  form: AppForm;
  /** Null for a new app. */
  app: App | null;
  /** The `data:` URL of the chosen logo; null shows the stored logo. */
  logo: string | null;
}

/**
 * The consent page as it would look with the values of the form. The script updates it while the developer types. The preview is inert, so
 * its buttons do nothing.
 */
export function previewColumn(context: PageContext, { form, app, logo }: Previewed): Html {
  const texts = context.t.portal.form.preview;
  const { name, purpose, website, supportContact, privacyPolicy, redirectUris, confidential } = form;
  const preview = consentPreview(context, {
    app: {
      ...{ name, purpose, website, supportContact, privacyPolicy },
      clientId: app?.clientId ?? "",
      developerName: app?.developerName ?? currentTeam(context).name,
      logoDigest: app?.pending?.logoDigest ?? app?.logoDigest ?? "",
    },
    scopes: shownScopes(form, app),
    ...{ redirectUris, confidential, logo },
  });
  return html`<aside class="form-preview" id="form-preview" aria-labelledby="preview-title" tabindex="0"><h2 id="preview-title">${texts.title}</h2>
<p class="muted">${texts.hint}</p>
<div id="preview" inert>${preview}</div>
<button type="submit" form="app-form" name="action" value="preview" formaction="${`${formPath(app)}#form-preview`}" class="secondary button-small" data-update-preview>${texts.update}</button></aside>`;
}

/** The chosen scopes without those that the platform refused, for which merchants are not asked. */
function shownScopes(form: AppForm, app: App | null): FormScope[] {
  const catalogue = form.scopes.map(({ scope }) => scope);
  const isRefused = ({ scope }: FormScope) => app !== null && scopeDecision(app, scope.name, catalogue) === "refused";
  return askedScopes(form).filter((one) => !isRefused(one));
}
