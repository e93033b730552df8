import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { accentError, contrastOf } from "../../../brand/accent.ts";
import { DEFAULT_NAME, nameError } from "../../../brand/brand.ts";
import { supportError } from "../../../brand/support.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { readStoredBrand } from "../../brand/read-brand.ts";
import type { FieldError } from "../../components/form.ts";
import { withStoredChoices } from "../../components/other-change.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { requireCsrf } from "../../http/guard.ts";
import { readUpload, UPLOAD_LIMITS, type Upload } from "../../http/upload.ts";
import { imageTypeOf } from "../../http/uploaded-logo.ts";
import { createContext, type Web } from "../../request-context.ts";
import { createPageRouter, type FormResult, type Page, type PageContext } from "../../router/page-router.ts";
import { isConflict, openedFrom, openedIn } from "../conflict.ts";
import { CONSOLE } from "../section.ts";
import { type BrandView, brandPage, DEFAULT_ACCENT, mergeBrand, PATH, ratioText, valuesOf } from "./view.ts";

/** `/console/brand`: the platform's name, logo, accent colour and support contact. The form contains a file, so these routes parse multipart bodies. */
export function addBrandPageRoutes(pages: FastifyInstance, web: Web): void {
  pages.register(async (app) => {
    await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
    const router = createPageRouter(app, web, CONSOLE);
    router.page(PATH, async (context) => {
      const stored = await readStoredBrand(web.clients);
      const values = valuesOf(stored.brand);
      const saved = context.query.one("saved") === "yes";
      return showBrand(context, { ...values, opened: openedFrom(values, stored.revision), saved });
    });
    app.post(PATH, async (request, reply) => {
      const context = await router.findContext(request);
      if (context === null) return toSignIn(reply, createContext(web, request), PATH);
      const upload = await readUpload(request);
      requireCsrf(context, upload.fields, { binding: "session", request, back: PATH });
      return router.send(reply, { ...context, path: PATH }, await saveBrand(context, upload));
    });
  });
}

type Shown = Pick<BrandView, "name" | "accent" | "support" | "opened"> &
  Partial<Pick<BrandView, "accentHex" | "errors" | "saved" | "chosen" | "removeLogo" | "merged">>;

function showBrand(context: PageContext, shown: Shown): Page {
  const defaults = { accentHex: "", errors: [], saved: false, chosen: null, removeLogo: false, merged: null };
  const view = { ...defaults, ...shown, fixed: context.web.brand.fixed, logo: context.brand.logo };
  // A file that cannot be the logo is dropped.
  if (view.errors.some(({ field }) => field === "logo")) view.chosen = null;
  const status = view.errors.length > 0 ? 400 : 200;
  return { title: context.t.console.brand.title, body: brandPage(context, view), status };
}

async function saveBrand(context: PageContext, upload: Upload): Promise<FormResult> {
  const { web, call, t } = context;
  const { fixed } = web.brand;
  const fields = withStoredChoices(upload.fields);
  const { brand: stored } = await readStoredBrand(web.clients);
  // A part that a setting determines has no field and keeps its stored value.
  const name = fixed.name === null ? (fields.one("name") ?? "").trim() : (stored.name ?? "");
  const picked = fields.one("accent") ?? "";
  const accentHex = fixed.accent === null ? (fields.one("accent_hex") ?? "").trim() : "";
  const chosen = accentHex === "" ? picked : `#${accentHex.replace(/^#/, "").toLowerCase()}`;
  const accent = fixed.accent === null ? chosen : (stored.accent ?? DEFAULT_ACCENT);
  const support = fixed.support === null ? (fields.one("support") ?? "").trim() : (stored.support ?? "");
  const opened = openedIn(fields);
  const removeLogo = fields.one("remove_logo") === "yes";
  const entered = { name, accent, support, opened, chosen: upload.logo, removeLogo };
  const errors = errorsOf(context, { name: fixed.name ?? name, accent, accentHex, support, upload });
  const typed = errors.some(({ field }) => field === "accent_hex") ? { accent: picked, accentHex } : {};
  if (errors.length > 0) return showBrand(context, { ...entered, ...typed, errors });
  const logo = fixed.logo === null ? logoOf(upload) : undefined;
  const accentColor = accent === DEFAULT_ACCENT ? "" : accent;
  const ownName = name === DEFAULT_NAME ? "" : name;
  const { revision } = opened;
  const change = { name: ownName, accentColor, support, ...(logo && { logo }) };
  try {
    await web.clients.platform.updateBrand({ ...change, ...(revision !== undefined && { revision }) }, call);
  } catch (failure) {
    if (isConflict(failure)) return showConflict(context, entered);
    if (requestErrorOf(failure)?.reason !== "INVALID") throw failure;
    return showBrand(context, { ...entered, errors: [{ field: "logo", text: t.console.brand.errors.logo }] });
  }
  web.brand.forget();
  return `${PATH}?saved=yes`;
}

/** The form with its input, merged with the change that was saved after the form was opened. */
async function showConflict(context: PageContext, entered: Shown): Promise<Page> {
  const { brand, revision } = await readStoredBrand(context.web.clients);
  const { name, accent, support, chosen, removeLogo } = entered;
  const isLogoChanged = chosen !== null || removeLogo;
  const input = { name, accent, support, ...(isLogoChanged && { logo: removeLogo ? "" : "chosen" }) };
  const stored = valuesOf(brand);
  const merged = await mergeBrand(context, { opened: entered.opened.digests, input, stored });
  const opened = openedFrom(stored, revision);
  const shown = { ...entered, ...merged.values, opened, merged, errors: merged.choices };
  return { ...showBrand(context, shown), status: 409, hasErrors: true };
}

/** Undefined keeps the stored logo, empty removes it. */
function logoOf({ logo, fields }: Upload): Uint8Array | undefined {
  if (logo !== null) return logo;
  return fields.one("remove_logo") === "yes" ? new Uint8Array() : undefined;
}

interface Input {
  name: string;
  accent: string;
  /** The accent colour as typed; empty if it was picked. */
  accentHex: string;
  support: string;
  upload: Upload;
}

function errorsOf(context: PageContext, { name, accent, accentHex, support, upload }: Input): FieldError[] {
  const { errors: texts } = context.t.console.brand;
  const errors: FieldError[] = [];
  if (nameError(name) !== null) errors.push({ field: "name", text: texts.name });
  const field = accentHex === "" ? "accent" : "accent_hex";
  if (!/^#[0-9a-f]{6}$/i.test(accent)) errors.push({ field, text: texts.accentFormat });
  else if (accentError(accent) !== null)
    errors.push({ field, text: texts.accent(ratioText(context, contrastOf(accent, "#ffffff"))) });
  if (support !== "" && supportError(support) !== null) errors.push({ field: "support", text: texts.support });
  const { logo, logoTooLarge, logoEmpty } = upload;
  if (logoTooLarge || logoEmpty || (logo !== null && imageTypeOf(logo) === null))
    errors.push({ field: "logo", text: texts.logo });
  return errors;
}
