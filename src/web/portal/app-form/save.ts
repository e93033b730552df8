import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { FieldError } from "../../components/form.ts";
import type { Upload } from "../../http/upload.ts";
import { imageTypeOf } from "../../http/uploaded-logo.ts";
import type { PageContext } from "../../router/page-router.ts";
import { toErrors, toFieldErrors } from "./field-errors.ts";
import { type AppForm, draftOf, refreshModeOf, toProfile } from "./form.ts";

/** Returns all errors that prevent a submission, without storing anything. */
export async function checkComplete(context: PageContext, app: App | null, form: AppForm): Promise<FieldError[]> {
  const { violations } = await context.web.clients.apps.validateApp(
    {
      profile: toProfile(form, app && draftOf(app)),
      confidential: form.confidential,
      refreshMode: refreshModeOf(form),
      clientId: app?.clientId ?? "",
    },
    context.call,
  );
  return toErrors(context.t, form, violations);
}

export async function createApp({ web, call }: PageContext, developerAccountId: string, form: AppForm) {
  const { confidential } = form;
  const request = {
    profile: toProfile(form, null),
    confidential,
    refreshMode: refreshModeOf(form),
    developerAccountId,
  };
  const { app, clientSecret } = await web.clients.apps.createApp(request, call);
  return { app: required(app), clientSecret };
}

export async function updateApp({ web, call }: PageContext, app: App, form: AppForm): Promise<App> {
  const { clientId } = app;
  const { revision } = form;
  const request = { clientId, revision, profile: toProfile(form, draftOf(app)), refreshMode: refreshModeOf(form) };
  return required((await web.clients.apps.updateApp(request, call)).app);
}

/** Stores the chosen logo, removes the logo, or changes nothing. */
export async function setLogo({ web, call }: PageContext, app: App, { logo, fields }: Upload): Promise<App> {
  const image = logo ?? (fields.one("remove_logo") === null ? null : new Uint8Array());
  if (image === null) return app;
  return required((await web.clients.apps.setLogo({ clientId: app.clientId, image }, call)).app);
}

export async function submitApp(
  { web, call }: PageContext,
  { clientId }: Pick<App, "clientId">,
  { note }: Pick<AppForm, "note">,
): Promise<App> {
  return required((await web.clients.apps.submitApp({ clientId, note }, call)).app);
}

/** The violations of a redirect URI. */
export async function checkRedirectUri(
  { web, call }: PageContext,
  { uri, ...asked }: { uri: string; confidential: boolean; clientId: string },
) {
  const request = { profile: { redirectUris: [uri] }, ...asked };
  const { violations } = await web.clients.apps.validateApp(request, call);
  return violations.filter(({ field }) => field.startsWith("profile.redirect_uris["));
}

function required(app: App | undefined): App {
  if (app === undefined) throw new Error("the core answered without the app");
  return app;
}

/** The error of a chosen file that cannot be the logo. It is found before the app is saved, because the logo is stored after the app. */
export function checkLogo({ t }: PageContext, { logo, logoTooLarge, logoEmpty }: Upload): FieldError[] {
  const { errors: texts, logo: label } = t.portal.form;
  const error = (text: string) => [{ field: "logo", text, label }];
  if (logoTooLarge) return error(texts.logoTooLarge);
  if (logoEmpty) return error(texts.logoEmpty);
  return logo !== null && imageTypeOf(logo) === null ? error(texts.fields.image ?? "") : [];
}

type Attempt<T> = { kind: "done"; value: T } | { kind: "errors"; errors: FieldError[] };

/** The result of a call, or the field errors of its failure. Other errors are thrown. */
export async function collectErrors<T>({ t }: PageContext, form: AppForm, work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: "done", value: await work() };
  } catch (failure) {
    const errors = toFieldErrors(t, form, failure);
    if (errors.length === 0) throw failure;
    return { kind: "errors", errors };
  }
}
