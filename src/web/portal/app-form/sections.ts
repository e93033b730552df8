import type { FieldError } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";

/** The sections of the form in their order. The options are folded. */
const SECTIONS = ["about", "kind", "redirects", "scopes", "options"] as const;
const OPTIONS = ["start", "refresh", "note"] as const;

type Section = (typeof SECTIONS)[number] | Option;
type Option = (typeof OPTIONS)[number];

const FIELDS: Readonly<Record<Section, RegExp>> = {
  about: /^(name|purpose|logo|website|support_contact|privacy_policy)$/,
  kind: /^confidential/,
  redirects: /^redirect_uri/,
  scopes: /^(scopes$|scope-|why-)/,
  start: /^(launch_url|platform_start)$/,
  refresh: /^refresh_mode$/,
  note: /^note$/,
  options: /^(launch_url|platform_start|refresh_mode|note)$/,
};

function countErrors(section: Section, errors: readonly FieldError[]): number {
  return errors.filter(({ field }) => FIELDS[section].test(field)).length;
}

/** The id of a section, which the links at the top of the form lead to. */
export const sectionId = (section: Section): string => (section === "scopes" ? "scopes" : `section-${section}`);

/** The links to the sections, with the number of errors in each. They stay in view. */
export function sectionLinks(t: Messages, errors: readonly FieldError[]): Html {
  const { form } = t.portal;
  const items = SECTIONS.map((section) => {
    const count = countErrors(section, errors);
    const found = count > 0 && html` <span class="error-count">${form.errorCount(count)}</span>`;
    return html`<li><a href="${`#${sectionId(section)}`}">${form.sections[section]}${found}</a></li>`;
  });
  const preview = html`<li class="to-preview"><a href="#form-preview">${form.preview.link}</a></li>`;
  return html`<nav class="tabs form-sections" aria-label="${form.sectionsLabel}" data-form-sections><ul>${items}${preview}</ul></nav>`;
}

interface Fold {
  option: Option;
  title: string;
  /** The current choice in a few words, which a closed section shows. */
  value: string;
  errors: readonly FieldError[];
  /** The developer is expected to fill it in. */
  open?: boolean;
  body: HtmlValue;
}

/** A folded section. One with errors is open. */
export function fold({ option, title, value, errors, open = false, body }: Fold): Html {
  const id = sectionId(option);
  return html`<details class="card fold" id="${id}" ${(open || countErrors(option, errors) > 0) && "open"}>
<summary><h3>${title}</h3> <small id="${id}-value" dir="auto" data-fold-value>${value}</small></summary>
<fieldset><legend class="sr">${title}</legend>${body}</fieldset></details>`;
}
