import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import type { Messages } from "../../messages.en.ts";
import { type DocPage, markdownPathOf } from "../pages.ts";

/** A link to a page as Markdown, and a button that copies it. The script of the documentation shows the button. */
export function markdownActions({ copy, docs }: Messages, page: DocPage): Html {
  const { view, copyPage } = docs.markdown;
  const href = markdownPathOf(page);
  return html`<p class="docs-page-actions"><button type="button" class="quiet" data-copy-page="${href}" data-copied="${copy.copied}" data-failed="${copy.failed}" hidden>${icon("copy")}<span>${copyPage}</span></button><a href="${href}" type="text/markdown">${view}</a></p>`;
}
