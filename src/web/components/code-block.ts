import type { Messages } from "../messages.en.ts";
import { copyButton } from "./copy.ts";
import { highlight, type Sample, type TabSample } from "./highlight.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** A sample below a bar. @param bar the content of the bar; default: the label */
export function codeBlock(t: Pick<Messages, "copy">, sample: Sample, bar?: HtmlValue): Html {
  return html`<div class="sample"><div class="sample-bar">${bar ?? html`<span class="sample-title">${sample.label}</span>`}${copyButton(t, sample)}</div>
${codeOf(sample)}</div>`;
}

/** Samples of which one shows, chosen by radio buttons that look like tabs. @param label the name of the choice */
export function codeTabs(t: Pick<Messages, "copy">, label: string, samples: readonly TabSample[]): Html {
  const group = `${samples[0]?.id}-tabs`;
  const tabs = samples.map(
    (
      sample,
      at,
    ) => html`<input type="radio" class="sr" name="${group}" id="${`${sample.id}-tab`}" autocomplete="off" ${at === 0 && "checked"}>
<label class="sample-tab" for="${`${sample.id}-tab`}">${sample.tab}</label>
<div class="sample-panel">${copyButton(t, sample)}${codeOf(sample)}</div>`,
  );
  return html`<div class="sample sample-tabs" role="radiogroup" aria-label="${label}">${tabs}</div>`;
}

/** Code that scrolls sideways. It can be focused, so that the keyboard scrolls it, too. */
function codeOf({ id, label, code, syntax }: Sample): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code id="${id}">${syntax === undefined ? code : highlight(code, syntax)}</code></pre>`;
}
