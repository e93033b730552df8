import { expect, test } from "vitest";
import { copyBox, copyCode, copySecret, copySecretField } from "../../../../src/web/components/copy.ts";
import { de } from "../../../../src/web/messages.de.ts";

const copied = { id: "client-id", label: "client_id <1>", value: 'app_1"><b>' };

test.each([
  { name: "a field", markup: `${copyBox(de, copied)}`, element: 'value="app_1&quot;&gt;&lt;b&gt;" readonly' },
  { name: "a value in a line of text", markup: `${copyCode(de, copied)}`, element: ">app_1&quot;&gt;&lt;b&gt;</code>" },
  {
    name: "a secret in a field that wraps",
    markup: `${copySecretField(de, copied)}`,
    element: ">app_1&quot;&gt;&lt;b&gt;</textarea>",
  },
  { name: "a secret", markup: `${copySecret(de, copied)}`, element: ">app_1&quot;&gt;&lt;b&gt;</code>" },
])("$name has an escaped value and a button that is hidden until the script shows it", ({ markup, element }) => {
  expect(markup).toContain(element);
  expect(markup.match(/ id="client-id"/g)).toHaveLength(1);
  const [button = ""] = /<button[^>]*>[^<]*/.exec(markup) ?? [];
  expect(button).toContain('data-copy="client-id"');
  expect(button).toContain('aria-label="Kopieren: client_id &lt;1&gt;"');
  expect(button).toMatch(/ hidden>(Kopieren)?$/);
});
