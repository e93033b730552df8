import { create as createMessage, equals } from "@bufbuild/protobuf";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type App, AppProfileSchema, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { FieldError } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import { withMessages } from "../../components/page-header.ts";
import type { Fields } from "../../http/fields.ts";
import { requireCsrf } from "../../http/guard.ts";
import { FORM_OWNER, restorePath } from "../../http/kept-input.ts";
import { readUpload, UPLOAD_LIMITS, type Upload } from "../../http/upload.ts";
import { readTexts } from "../../http/upload-texts.ts";
import { createContext, type Web } from "../../request-context.ts";
import { shortened } from "../../router/flash-cookie.ts";
import { keepForm, withRestored } from "../../router/lost-form.ts";
import {
  createPageRouter,
  type FormResult,
  type Page,
  type PageContext,
  type PageRouter,
  withDone,
} from "../../router/page-router.ts";
import { isWrongState, lateAnswer } from "../late-step.ts";
import { findOwnApp, isLocked, isUnderReview, pathOf, wasApproved } from "../own-app.ts";
import { PORTAL } from "../section.ts";
import { inTeamOf, mustVerify, teamIn } from "../team/current.ts";
import type { Conflict } from "./conflict-view.ts";
import { created } from "./created.ts";
import { CHANGED } from "./field-errors.ts";
import {
  type AppForm,
  changedRows,
  draftOf,
  formOf,
  isTypedInto,
  readForm,
  revisionOf,
  toProfile,
  withSpareRow,
} from "./form.ts";
import { addLiveCheck } from "./live-check.ts";
import { mergeForm } from "./merge.ts";
import { missingNotice } from "./missing-view.ts";
import { digestsOfApp } from "./opened.ts";
import { checkComplete, checkLogo, collectErrors, createApp, setLogo, submitApp, updateApp } from "./save.ts";
import { underReviewPage } from "./under-review-view.ts";
import { appFormPage, teamOfForm } from "./view.ts";

/** The form of an app. It has a file field, so its routes parse multipart bodies. */
export function addAppFormRoutes(pages: FastifyInstance, web: Web): void {
  pages.register(async (app) => {
    await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
    const router = createPageRouter(app, web, PORTAL);
    router.page("/portal/apps/new", async (context) => showForm(context, await openForm(context, null)));
    router.page("/portal/apps/:clientId/created", created);
    router.page("/portal/apps/:clientId/edit", async (context) => {
      const { app: ownApp } = await findOwnApp(context);
      if (ownApp.state === AppState.ARCHIVED) return pathOf(ownApp);
      return isUnderReview(ownApp)
        ? underReviewPage(context, ownApp)
        : showForm(context, await openForm(context, ownApp));
    });
    addUploadForm({ app, router, web }, { path: "/portal/apps/new", handle: create });
    addUploadForm({ app, router, web }, { path: "/portal/apps/:clientId/edit", handle: edit });
    addRestoring(router);
    addLiveCheck(app, router);
  });
}

interface UploadForm {
  path: string;
  handle(context: PageContext, upload: Upload): Promise<FormResult>;
}

interface UploadRoutes {
  app: FastifyInstance;
  router: PageRouter;
  web: Web;
}

function addUploadForm({ app, router, web }: UploadRoutes, { path, handle }: UploadForm): void {
  app.post(path, async (request, reply) => {
    // Authenticates before the body is read, so that only developers can upload files.
    const context = await router.findContext(request).catch((failure) => readRefused(request, failure));
    if (context === null) {
      const sent = await readTexts(request);
      const [, accountId = ""] = sent.find(([name]) => name === FORM_OWNER) ?? [];
      const fields = sent.filter(([name]) => isTypedInto(name));
      return keepForm(reply, createContext(web, request), { back: request.url, accountId, fields });
    }
    const upload = await readUpload(request);
    requireCsrf(context, upload.fields, { binding: "session", request });
    return router.send(reply, { ...context, path: request.url }, await handle(context, upload));
  });
}

/** Reads the form of an account without access, whose error page returns its texts. */
async function readRefused(request: FastifyRequest, failure: unknown): Promise<never> {
  await readUpload(request).catch(() => undefined);
  throw failure;
}

/** Shows the form with the input that was kept through a sign-in. */
function addRestoring(router: PageRouter): void {
  router.form(restorePath("/portal/apps/new"), {
    basePath: () => "/portal/apps/new",
    async handle(sent, fields) {
      const context = inTeamOf(sent, fields);
      return restore(context, fields, await openForm(context, null));
    },
  });
  router.form(restorePath("/portal/apps/:clientId/edit"), {
    basePath: ({ clientId }) => `/portal/apps/${clientId}/edit`,
    async handle(context, fields) {
      const { app } = await findOwnApp(context);
      return restore(context, fields, await openForm(context, app));
    },
  });
}

function restore(context: PageContext, fields: Fields, { app, form: shown }: OpenForm): Page {
  const form = readForm(fields, shown);
  const redirectUris = withSpareRow(form.redirectUris);
  return withRestored(context, showForm(context, { app, form: { ...form, redirectUris } }));
}

interface OpenForm {
  app: App | null;
  form: AppForm;
}

async function openForm({ web, call }: PageContext, app: App | null): Promise<OpenForm> {
  const { scopes } = await web.clients.apps.listScopes({ includeRetired: true }, call);
  return { app, form: formOf(app, scopes) };
}

interface Shown extends OpenForm {
  errors?: readonly FieldError[];
  conflict?: Conflict;
  /** True if the state of the app does not allow changes. */
  locked?: boolean;
  /** The logo that was chosen and is not stored yet. */
  logo?: Uint8Array | null;
}

function showForm(
  context: PageContext,
  { app, form, errors = [], conflict, locked = false, logo = null }: Shown,
): Page {
  const { newTitle, editTitle } = context.t.portal.form;
  return {
    title: app === null ? newTitle : editTitle(app.profile?.name || context.t.app.unnamed),
    body: appFormPage(context, { form, app, errors, conflict, locked, logo }),
    team: teamOfForm(context, app),
    status: errors.length > 0 || conflict !== undefined || locked ? 400 : 200,
    live: true,
  };
}

async function create(sent: PageContext, upload: Upload): Promise<FormResult> {
  const context = inTeamOf(sent, upload.fields);
  const opened = await openForm(context, null);
  const read = await readAndCheck(context, upload, opened);
  if (read.kind === "again") return read.page;
  const { form } = read;
  const made = await collectErrors(context, form, () => createApp(context, teamIn(context, upload.fields), form));
  if (made.kind === "errors") return redisplayForm(context, upload, { ...opened, form, errors: made.errors });
  const { app, clientSecret } = made.value;
  const { errors } = await finish(context, upload, { app, form });
  const note = isSubmitted(context, upload, app) ? "" : form.note;
  if (clientSecret === "" && errors.length === 0 && note === "")
    return withDone(pathOf(app), context.t.portal.app.done[isSubmitted(context, upload, app) ? "submit" : "create"]);
  // The next page lists the remaining errors, because submitting this form again would create a second app.
  const left = errors.slice(0, MAX_FLASHED_ERRORS).map(({ text }) => text);
  return { to: `${pathOf(app)}/created`, flash: { clientSecret, left: JSON.stringify(left), note: shortened(note) } };
}

/** More errors would exceed the size of the flash cookie. */
const MAX_FLASHED_ERRORS = 3;

async function edit(context: PageContext, upload: Upload): Promise<FormResult> {
  const { app } = await findOwnApp(context);
  try {
    return isLocked(app) && isSubmitted(context, upload, app)
      ? await alreadySubmitted(context, upload, app)
      : await save(context, upload, app);
  } catch (failure) {
    if (!isWrongState(failure)) throw failure;
    return lockedForm(context, upload, (await findOwnApp(context)).app);
  }
}

async function save(context: PageContext, upload: Upload, ownApp: App): Promise<FormResult> {
  const opened = await openForm(context, ownApp);
  const read = await readAndCheck(context, upload, opened);
  if (read.kind === "again") return read.page;
  const { form } = read;
  const updated = await collectErrors(context, form, () => updateApp(context, ownApp, form));
  if (updated.kind === "errors") {
    const { errors } = updated;
    if (!errors.some(({ code }) => code === CHANGED))
      return redisplayForm(context, upload, { ...opened, form, errors });
    return mergedForm(context, upload, form);
  }
  const saved = await finish(context, upload, { app: updated.value, form });
  const { done } = context.t.portal.app;
  const keepsNote = form.note !== "" && !isSubmitted(context, upload, ownApp);
  if (saved.errors.length > 0 || keepsNote) {
    const digests = digestsOfApp(saved.app, draftOf(saved.app));
    const current = { ...form, revision: revisionOf(saved.app), opened: digests };
    if (saved.errors.length > 0) return redisplayForm(context, upload, { ...saved, form: current });
    const page = showForm(context, { app: saved.app, form: { ...current, removeLogo: false } });
    const errors = await checkComplete(context, saved.app, current);
    const missing = missingNotice({ errors, formPath: "", lead: context.t.portal.app.missing });
    const messages = html`${statusMessage(done.saveDraftWithoutNote)}${missing}`;
    return { ...page, body: withMessages(page.body, messages) };
  }
  if (isSubmitted(context, upload, ownApp)) return withDone(pathOf(ownApp), done.submit);
  const missing = await checkComplete(context, saved.app, form);
  if (missing.length > 0) return { to: pathOf(ownApp), flash: { warning: done.saveIncomplete } };
  return withDone(pathOf(ownApp), wasApproved(ownApp) ? done.saveDraft : done.saveFirstDraft);
}

/** The form with its input, merged with the change that was saved after the form was opened. */
async function mergedForm(context: PageContext, upload: Upload, form: AppForm): Promise<Page> {
  const { app, lastChange } = await findOwnApp(context, { withLastChange: true });
  const { form: stored } = await openForm(context, app);
  const { form: merged, ...fields } = mergeForm(form, upload, { app, form: stored });
  return redisplayForm(context, upload, { app, form: merged, conflict: { ...fields, stored, lastChange } });
}

/** The answer to a form that was submitted in another tab before: the page of the app, or the form with input that differs. */
async function alreadySubmitted(context: PageContext, upload: Upload, app: App): Promise<FormResult> {
  const form = readForm(upload.fields, (await openForm(context, app)).form);
  const isSame = equals(AppProfileSchema, createMessage(AppProfileSchema, toProfile(form, draftOf(app))), draftOf(app));
  return isSame ? lateAnswer(context, app, "submit") : lockedForm(context, upload, app);
}

/** The form with its input, which the state of the app does not allow to save. */
async function lockedForm(context: PageContext, upload: Upload, app: App): Promise<Page> {
  const { form: stored } = await openForm(context, app);
  return redisplayForm(context, upload, { app, form: readForm(upload.fields, stored), locked: true });
}

type Read = { kind: "read"; form: AppForm } | { kind: "again"; page: Page };

/**
 * Reads and checks the submitted form. Returns the page of the form instead if the button changed the rows or the preview, or the form has
 * errors.
 */
async function readAndCheck(context: PageContext, upload: Upload, { app, form: shown }: OpenForm): Promise<Read> {
  const { fields } = upload;
  const form = readForm(fields, shown);
  const logoErrors = checkLogo(context, upload);
  if (fields.one("action") === "preview")
    return { kind: "again", page: redisplayForm(context, upload, { app, form, errors: logoErrors }) };
  const redirectUris = changedRows(form, fields.one("action"));
  if (redirectUris !== null)
    return {
      kind: "again",
      page: redisplayForm(context, upload, { app, form: { ...form, redirectUris }, errors: logoErrors }),
    };
  const errors = isSubmitted(context, upload, app) ? await checkComplete(context, app, form) : [];
  if ([...form.note].length > NOTE_MAX)
    errors.push({ field: "note", text: context.t.rejected.tooLong(NOTE_MAX), label: context.t.portal.form.note });
  errors.push(...logoErrors);
  return errors.length > 0
    ? { kind: "again", page: redisplayForm(context, upload, { app, form, errors }) }
    : { kind: "read", form };
}

/** The maximum length of the note to the reviewer, as in the core. */
const NOTE_MAX = 1000;

/** True if the form is to be submitted. Without a verified email address, it is saved as a draft instead. */
function isSubmitted(context: PageContext, { fields }: Upload, app: App | null): boolean {
  return fields.one("action") === "submit" && !mustVerify(context, app?.developerAccountId ?? teamIn(context, fields));
}

/** The form with its input. A file that cannot be the logo is dropped, and the one that was chosen before stays. */
function redisplayForm(context: PageContext, { logo, keptLogo }: Upload, shown: Shown): Page {
  const faulty = shown.errors?.some(({ field }) => field === "logo") ?? false;
  const former = logo === keptLogo ? null : keptLogo;
  return showForm(context, { ...shown, logo: faulty ? former : logo });
}

/** Stores the logo and submits the app; stops at the first step with field errors. */
async function finish(context: PageContext, upload: Upload, { app, form }: { app: App; form: AppForm }) {
  const logo = await collectErrors(context, form, () => setLogo(context, app, upload));
  const withLogo = logo.kind === "done" ? logo.value : app;
  if (logo.kind === "errors") return { app: withLogo, errors: logo.errors };
  if (!isSubmitted(context, upload, app)) return { app: withLogo, errors: [] };
  const submitted = await collectErrors(context, form, () => submitApp(context, app, form));
  return submitted.kind === "done" ? { app: submitted.value, errors: [] } : { app: withLogo, errors: submitted.errors };
}
