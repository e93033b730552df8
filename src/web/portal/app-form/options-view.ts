import { type App, AppState, RefreshMode } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { wordOf } from "../../components/enum-names.ts";
import { areaField, inputField, storedField } from "../../components/fields.ts";
import type { FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Messages } from "../../messages.en.ts";
import { leadsNowhere } from "../own-app.ts";
import { type AppForm, REFRESH_MODES } from "./form.ts";
import { fold, sectionId } from "./sections.ts";

interface OptionsView {
  form: AppForm;
  /** Null for a new one. */
  app: App | null;
  errors: readonly FieldError[];
}

/** The sections that most apps leave as they are, folded. @param withNote the app can be submitted */
export function optionFolds(frame: Frame, view: OptionsView, withNote: boolean): Html {
  const { t } = frame;
  const texts = t.portal.form;
  return html`<div class="group-head" id="${sectionId("options")}"><h2>${texts.sections.options}</h2><p class="muted">${texts.optionsHint}</p></div>
${startFold(frame, view)}
${refreshFold(t, view)}
${withNote && noteFold(t, view)}`;
}

function startFold({ t, platformName }: Frame, { form, app, errors }: OptionsView): Html {
  const texts = t.portal.form;
  const isNowhere = app !== null && leadsNowhere(form, form);
  const body = html`<p class="muted">${texts.startHint}</p>
${inputField({ name: "launch_url", label: texts.launchUrl, hint: texts.launchHint, value: form.launchUrl, type: "url", optional: true }, errors)}
<div class="check"><input type="checkbox" id="platform_start" name="platform_start" value="yes" ${form.platformStart && "checked"} aria-describedby="platform_start-hint">
<div><label for="platform_start">${texts.platformStart(platformName)}</label><small id="platform_start-hint">${texts.platformStartHint(platformName)}</small></div></div>
${isNowhere ? notice("warn", t.portal.app.nowhere) : html`<p class="muted"><small>${texts.startNeither}</small></p>`}`;
  const start = texts.startValues(platformName)[form.platformStart ? "platform" : "app"];
  // Open: the launch URL decides what the install link does.
  return fold({ option: "start", title: texts.start, value: form.launchUrl || start, errors, open: true, body });
}

type ModeName = keyof Messages["portal"]["form"]["refreshModes"];

const modeName = (mode: RefreshMode) => wordOf(RefreshMode, mode) as ModeName;

/** Apps on users' devices always rotate. */
function refreshFold(t: Messages, { form, errors, app }: OptionsView): Html | null {
  const texts = t.portal.form;
  if (app !== null && !form.confidential) return null;
  const error = errors.find(({ field, stored }) => field === "refresh_mode" && stored === undefined);
  const options = REFRESH_MODES.map((mode, index) => {
    const name = modeName(mode);
    const id = index === 0 ? "refresh_mode" : `refresh_mode-${name}`;
    const [label, hint] = texts.refreshModes[name];
    return html`<div class="check choice"><input type="radio" id="${id}" name="refresh_mode" value="${name}" ${form.refreshMode === mode && "checked"} aria-describedby="${id}-hint">
<div><label for="${id}">${label}</label><small id="${id}-hint">${hint}</small></div></div>`;
  });
  const body = html`<p class="muted">${texts.refreshHint}</p>${error && html`<p class="fault">${error.text}</p>`}
<div class="choices">${options}</div>${storedField("refresh_mode", errors)}`;
  return fold({ option: "refresh", title: texts.refresh, value: refreshValue(t, form), errors, body });
}

function refreshValue({ portal }: Messages, { refreshMode }: AppForm): string {
  return portal.form.refreshModes[modeName(refreshMode)][0];
}

/** States in which the reviewer expects an answer. */
const ANSWERED: readonly AppState[] = [AppState.CHANGES_REQUESTED, AppState.REJECTED];

export function isAnswered(app: App | null): boolean {
  return app !== null && ANSWERED.includes(app.pending?.state ?? app.state);
}

/** The developer's words to the reviewer. */
function noteFold(t: Messages, { form, errors, app }: OptionsView): Html {
  const texts = t.portal.form;
  const field = { name: "note", label: texts.note, hint: texts.noteHint, value: form.note, rows: 3, optional: true };
  const open = form.note !== "" || isAnswered(app);
  const body = areaField(field, errors);
  return fold({ option: "note", title: texts.review, value: texts.noteValue, errors, open, body });
}
