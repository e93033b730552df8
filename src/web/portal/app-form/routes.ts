import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { isUnverified } from "../../components/email-verification.ts";
import type { FieldError } from "../../components/form.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { requireCsrf } from "../../http/guard.ts";
import { visitOf, type Web } from "../../request-context.ts";
import { findOwnApp, isUnderReview, pathOf } from "../own-app.ts";
import {
  answer,
  findDeveloper,
  openDesk,
  type PortalAnswer,
  type PortalPage,
  type PortalVisit,
} from "../page-router.ts";
import { appCreatedPage } from "./created-view.ts";
import { faultsOfFailure, faultText } from "./field-errors.ts";
import { type AppForm, formOf, readForm, withSpareRows } from "./form.ts";
import { checkComplete, checkRedirectUri, createApp, setLogo, submitApp, updateApp } from "./save.ts";
import { underReviewPage } from "./under-review-view.ts";
import { readUpload, UPLOAD_LIMITS, type Upload } from "./upload.ts";
import { appFormPage } from "./view.ts";

type Request = FastifyRequest<{ Params: Record<string, string> }>;

/** The form of an app: the only one with a file, so the only routes that read multipart bodies. */
export function addAppFormRoutes(pages: FastifyInstance, web: Web): void {
  pages.register(async (app) => {
    await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
    const desk = openDesk(app, web);
    desk.page("/portal/apps/new", async (visit) => showForm(visit, await openForm(visit, null)));
    desk.page("/portal/apps/:clientId/created", created);
    desk.page("/portal/apps/:clientId/edit", async (visit) => {
      const { app: own } = await findOwnApp(visit);
      return isUnderReview(own) ? underReviewPage(visit, own) : showForm(visit, await openForm(visit, own));
    });
    takeUpload(app, web, { path: "/portal/apps/new", act: create });
    takeUpload(app, web, { path: "/portal/apps/:clientId/edit", act: edit });
    addLiveCheck(app, web);
  });
}

interface UploadForm {
  path: string;
  act(visit: PortalVisit, upload: Upload): Promise<PortalAnswer>;
}

function takeUpload(app: FastifyInstance, web: Web, { path, act }: UploadForm): void {
  app.post(path, async (request: Request, reply: FastifyReply) => {
    // Who it is comes before the body: nobody else's file is read.
    const visit = await findDeveloper(web, request);
    if (visit === null) return toSignIn(reply, visitOf(web, request), "/portal");
    const upload = await readUpload(request);
    requireCsrf(visit, upload.fields, { binding: "session", request });
    return answer(reply, { ...visit, path: request.url }, await act(visit, upload));
  });
}

interface OpenForm {
  app: App | null;
  form: AppForm;
}

async function openForm({ web, call }: PortalVisit, app: App | null): Promise<OpenForm> {
  const { scopes } = await web.clients.apps.listScopes({ includeRetired: true }, call);
  return { app, form: formOf(app, scopes) };
}

interface Shown extends OpenForm {
  faults?: readonly FieldError[];
  logoLost?: boolean;
}

function showForm(visit: PortalVisit, { app, form, faults = [], logoLost = false }: Shown): PortalPage {
  const { newTitle, editTitle } = visit.t.portal.form;
  return {
    title: app === null ? newTitle : editTitle(app.profile?.name || visit.t.portal.unnamed),
    body: appFormPage(visit, { form, app, faults, logoLost }),
    status: faults.length > 0 ? 400 : 200,
    live: true,
  };
}

async function create(visit: PortalVisit, upload: Upload): Promise<PortalAnswer> {
  const opened = await openForm(visit, null);
  const read = await readAndCheck(visit, upload, opened);
  if (read.kind === "again") return read.page;
  const { form } = read;
  const made = await orErrors(visit, form, () => createApp(visit, form));
  if (made.kind === "faults") return again(visit, upload, { ...opened, form, faults: made.faults });
  const { app, clientSecret } = made.value;
  const { faults } = await finish(visit, upload, { app, form });
  if (clientSecret === "" && faults.length === 0) return pathOf(app);
  // What is left to mend is told, too, on the page of what is made by now: sent again, this form would make another.
  const left = faults.slice(0, FAULTS_TOLD).map(({ text }) => text);
  return { to: `${pathOf(app)}/created`, once: { clientSecret, left: JSON.stringify(left) } };
}

/** More would be too long to be carried to the next page. */
const FAULTS_TOLD = 3;

/** The page of an app just made; the app's own once its secret was shown. */
async function created(visit: PortalVisit): Promise<PortalPage | string> {
  const { app } = await findOwnApp(visit);
  if (visit.once === null) return pathOf(app);
  const { clientSecret = "", left = "[]" } = visit.once;
  return appCreatedPage(visit, { app, clientSecret, left: JSON.parse(left) });
}

async function edit(visit: PortalVisit, upload: Upload): Promise<PortalPage | string> {
  const { app: own } = await findOwnApp(visit);
  const opened = await openForm(visit, own);
  const read = await readAndCheck(visit, upload, opened);
  if (read.kind === "again") return read.page;
  const { form } = read;
  const updated = await orErrors(visit, form, () => updateApp(visit, own, form));
  if (updated.kind === "faults") return again(visit, upload, { ...opened, form, faults: updated.faults });
  const saved = await finish(visit, upload, { app: updated.value, form });
  return saved.faults.length > 0 ? showForm(visit, { ...saved, form }) : pathOf(own);
}

type Read = { kind: "read"; form: AppForm } | { kind: "again"; page: PortalPage };

/** The form as it was sent; shown again at once where more rows were asked for, or where it is to be submitted and is not complete. */
async function readAndCheck(visit: PortalVisit, upload: Upload, { app, form: shown }: OpenForm): Promise<Read> {
  const { fields } = upload;
  const form = readForm(fields, shown);
  if (fields.one("action") === "more") {
    const redirectUris = withSpareRows(form.redirectUris);
    return { kind: "again", page: again(visit, upload, { app, form: { ...form, redirectUris }, faults: [] }) };
  }
  const faults = isSubmitted(visit, upload) ? await checkComplete(visit, app, form) : [];
  if (upload.logoTooLarge) faults.push({ field: "logo", text: visit.t.portal.form.faults.logoTooLarge });
  return faults.length > 0
    ? { kind: "again", page: again(visit, upload, { app, form, faults }) }
    : { kind: "read", form };
}

/** Without a verified e-mail the form is saved instead, and the app's page says what is missing: nothing that was typed is lost. */
function isSubmitted({ account }: PortalVisit, { fields }: Upload): boolean {
  return fields.one("action") === "submit" && !isUnverified(account);
}

function again(visit: PortalVisit, upload: Upload, shown: Shown): PortalPage {
  return showForm(visit, { ...shown, logoLost: upload.logo !== null });
}

type Attempt<T> = { kind: "done"; value: T } | { kind: "faults"; faults: FieldError[] };

/** What a call gives, or what the core says about the form's fields; every other failure is thrown. */
async function orErrors<T>({ t }: PortalVisit, form: AppForm, work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: "done", value: await work() };
  } catch (failure) {
    const faults = faultsOfFailure(t, form, failure);
    if (faults.length === 0) throw failure;
    return { kind: "faults", faults };
  }
}

/** The logo, then the submission: what failed of it comes back as faults, the rest is done. */
async function finish(visit: PortalVisit, upload: Upload, { app, form }: { app: App; form: AppForm }) {
  const logo = await orErrors(visit, form, () => setLogo(visit, app, upload));
  const withLogo = logo.kind === "done" ? logo.value : app;
  if (logo.kind === "faults") return { app: withLogo, faults: logo.faults };
  if (!isSubmitted(visit, upload)) return { app: withLogo, faults: [] };
  const submitted = await orErrors(visit, form, () => submitApp(visit, app));
  return submitted.kind === "done" ? { app: submitted.value, faults: [] } : { app: withLogo, faults: submitted.faults };
}

/** What the page asks while a redirect URI is being typed. */
function addLiveCheck(app: FastifyInstance, web: Web): void {
  app.get("/portal/check-redirect-uri", { exposeHeadRoute: true }, async (request: Request, reply) => {
    const visit = await findDeveloper(web, request);
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    if (visit === null) return reply.code(401).send({ text: null });
    const { query } = visit;
    const uri = query.one("uri") ?? "";
    const asked = { uri, confidential: query.one("confidential") !== "no", clientId: query.one("client_id") ?? "" };
    const violation = await checkRedirectUri(visit, asked);
    return reply.send({ text: violation === undefined ? null : faultText(visit.t, violation) });
  });
}
