import { accentError, contrastOf, palettesOf } from "../../../brand/accent.ts";
import { type Brand, DEFAULT_NAME } from "../../../brand/brand.ts";
import { checkField, inputField, storedField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import { statusMessage } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { KEPT_LOGO } from "../../http/upload.ts";
import { keptLogo } from "../../http/uploaded-logo.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type Merged, mergeConflict, type Opened, openedFields, type Values } from "../conflict.ts";

export const PATH = "/console/brand";

/** The accent colour of the style sheet (`--accent` of tokens.css). */
export const DEFAULT_ACCENT = "#0f766e";

export interface BrandView {
  /** The values of the fields. */
  name: string;
  accent: string;
  /** A typed accent colour that has an error; empty without one. */
  accentHex: string;
  support: string;
  /** The parts that settings determine. */
  fixed: Brand;
  /** The URL of the current logo; null if there is none. */
  logo: string | null;
  /** The logo that was chosen and is not stored yet. */
  chosen: Uint8Array | null;
  removeLogo: boolean;
  opened: Opened;
  /** The change of the brand after the form was opened. */
  merged: Merged | null;
  errors: readonly FieldError[];
  saved: boolean;
}

export function brandPage(context: PageContext, view: BrandView): Html {
  const { brand: texts } = context.t.console;
  const { fixed, errors, saved, merged } = view;
  const changeable = Object.values(fixed).includes(null);
  return html`${pageHeader(context, { title: texts.title, lead: texts.lead })}
${saved && statusMessage(texts.saved)}
${merged?.notice ?? errorSummary(context.t, errors)}
<div class="two-columns"><form class="card" method="post" action="${PATH}" enctype="multipart/form-data" novalidate data-once>${csrfField(context.csrfToken)}${openedFields(view.opened)}
${fixed.name === null ? nameField(context, view) : fixedField(context, { label: texts.name, value: fixed.name, setting: "PLATFORM_NAME" })}
${fixed.accent === null ? accentField(context, view) : fixedField(context, { label: texts.accent, value: fixed.accent, setting: "ACCENT_COLOR" })}
${logoPart(context, view)}
${fixed.support === null ? supportField(context, view) : fixedField(context, { label: texts.supportFixed, value: fixed.support, setting: "SUPPORT_CONTACT" })}
${changeable && html`<button type="submit">${texts.save}</button>`}</form>
${contrastSection(context, fixed.accent ?? view.accent)}</div>`;
}

/** The stored values of the fields, with the digest of the logo. */
export function valuesOf({ name, accent, logo, support }: Brand) {
  return {
    ...{ name: name ?? DEFAULT_NAME, accent: accent ?? DEFAULT_ACCENT },
    ...{ logo: logo?.digest ?? "", support: support ?? "" },
  };
}

/** Merges the form with a change of the brand that was saved after the form was opened. */
export function mergeBrand(
  context: PageContext,
  form: { opened: string; input: Values; stored: Values },
): Promise<Merged> {
  const { name, accent, logo, supportFixed: support } = context.t.console.brand;
  const labels = { name, accent, logo, support };
  return mergeConflict(context, { ...form, labels, unoffered: ["logo"], href: PATH, action: "brand.update" });
}

function nameField({ t }: PageContext, { name, errors }: BrandView): Html {
  const { brand: texts } = t.console;
  return inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: name }, errors);
}

function accentField({ t }: PageContext, { accent, accentHex, errors }: BrandView): Html {
  const { brand: texts } = t.console;
  const error = errors.find(({ field, stored }) => field === "accent" && stored === undefined);
  return html`<div class="field"><label for="accent">${texts.accent}</label>
<small id="accent-hint">${texts.accentHint}</small>
${error && html`<p class="fault" id="accent-fault">${error.text}</p>`}
<input id="accent" name="accent" type="color" value="${accent}" aria-describedby="accent-hint${error && " accent-fault"}" ${error && html`aria-invalid="true"`}>${storedField("accent", errors)}</div>
${inputField({ name: "accent_hex", label: texts.accentHex, hint: texts.accentHexHint(accent), value: accentHex, optional: true, autocomplete: "off" }, errors)}`;
}

function supportField({ t }: PageContext, { support, errors }: BrandView): Html {
  const { brand: texts } = t.console;
  return inputField(
    { name: "support", label: texts.support, hint: texts.supportHint, value: support, optional: true },
    errors,
  );
}

interface FixedField {
  label: string;
  value: Html | string;
  setting: string;
}

function fixedField({ t }: PageContext, { label, value, setting }: FixedField): Html {
  return html`<p><strong>${label}</strong><br>${value}<br><small>${t.console.brand.fixed(setting)}</small></p>`;
}

function logoPart(context: PageContext, { fixed, logo, chosen, removeLogo, errors }: BrandView): Html {
  const { brand: texts } = context.t.console;
  const kept = keptLogo(chosen);
  const source = kept?.source ?? logo;
  const alt = kept === null ? texts.logoNow : texts.logoChosen;
  const image = source !== null && html`<img class="logo" src="${source}" alt="${alt}" width="64" height="64">`;
  if (fixed.logo !== null)
    return fixedField(context, { label: texts.logo, value: html`${image}`, setting: "PLATFORM_LOGO_FILE" });
  const error = errors.find(({ field }) => field === "logo");
  return html`<div class="field"><label for="logo">${texts.logo}</label>
<small id="logo-hint">${texts.logoHint}</small>
${error && html`<p class="fault" id="logo-fault">${error.text}</p>`}
${kept && html`<input type="hidden" name="${KEPT_LOGO}" value="${kept.base64}">`}
<div class="logo-row">${image}<input id="logo" name="logo" type="file" accept="image/png,image/jpeg,image/webp" aria-describedby="logo-hint${error && " logo-fault"}" ${error && html`aria-invalid="true"`}></div>
${source !== null && checkField({ id: "remove_logo", name: "remove_logo", label: texts.logoRemove, checked: removeLogo })}</div>`;
}

/** The contrast ratios of the colour and of the colours that the pages derive from it; null for a rejected colour, which has no palette. */
function contrastSection(context: PageContext, accent: string): Html | null {
  if (accentError(accent) !== null) return null;
  const { brand: texts } = context.t.console;
  const { light, dark } = palettesOf(accent);
  const ratio = (one: string, other: string) => texts.ratio(ratioText(context, contrastOf(one, other)));
  return html`<section class="card" aria-labelledby="contrast"><h2 id="contrast">${texts.contrast}</h2>
${factList([
  [texts.onAccent, ratio(accent, "#ffffff")],
  [texts.lightLinks, ratio(light.accentText, "#ffffff")],
  [texts.darkLinks, ratio(dark.accentText, "#161b22")],
])}<p class="muted"><small>${texts.contrastHint}</small></p></section>`;
}

/** A contrast ratio with two decimals, rounded down as in `accentError`. */
export function ratioText({ language }: Pick<PageContext, "language">, ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toLocaleString(language, { minimumFractionDigits: 2 });
}
