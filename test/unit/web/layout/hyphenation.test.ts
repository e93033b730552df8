import { expect, test } from "vitest";
import { html } from "../../../../src/web/components/html.ts";
import { withSoftHyphens } from "../../../../src/web/layout/hyphenation.ts";

test("long German words get soft hyphens, also within a word", () => {
  const page = html`<h2 id="a">Die Autorisierungsanfrage</h2><p>Ihre <a href="/">Wiederherstellungscodes</a>`;
  expect(withSoftHyphens(html`${page}</p>`).toString()).toBe(
    '<h2 id="a">Die Autorisierungs\u00ADanfrage</h2><p>Ihre <a href="/">Wiederherstellungs\u00ADcodes</a></p>',
  );
});

test.each([
  html`<code class="long">Zustimmungsseite</code>`,
  html`<pre tabindex="0"><code># <span>Zustimmungsseite</span></code></pre>`,
  html`<textarea>Zustimmungsseite</textarea>`,
  html`<option>Zustimmungsseite</option>`,
  html`<title>Zustimmungsseite</title>`,
  html`<input value="Zustimmungsseite > ${"Zustimmungsseite > Zustimmungsseite"}">`,
])("code, values and attributes get none: %s", (markup) => {
  expect(withSoftHyphens(markup).toString()).toBe(markup.toString());
});
