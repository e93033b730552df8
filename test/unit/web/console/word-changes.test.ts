import { describe, expect, test } from "vitest";
import { html } from "../../../../src/web/components/html.ts";
import { markWords } from "../../../../src/web/console/apps/word-changes.ts";

function marksOf(before: string, after: string): string[] {
  const marked = markWords(before, after);
  return [marked?.before, marked?.after].map((text) => String(html`${text}`));
}

describe("the marks of changed words", () => {
  test.for([
    {
      name: "a replaced word",
      texts: ["Prints shipping labels for new orders.", "Prints shipping labels for all orders."],
      marks: [
        "Prints shipping labels for <mark>new</mark> orders.",
        "Prints shipping labels for <mark>all</mark> orders.",
      ],
    },
    {
      name: "an added sentence",
      texts: ["Größe der Pakete.", "Größe der Pakete. Auch Briefe."],
      marks: ["Größe der Pakete.", "Größe der Pakete. <mark>Auch Briefe.</mark>"],
    },
    {
      name: "another line break",
      texts: ["Prints labels. Every evening.", "Prints labels.\nEvery evening."],
      marks: ["Prints labels. Every evening.", "Prints labels.\nEvery evening."],
    },
    { name: "equal texts", texts: ["The same.", "The same."], marks: ["The same.", "The same."] },
    {
      name: "markup",
      texts: ["To print <b> now.", "To print <i> now."],
      marks: ["To print &lt;<mark>b</mark>&gt; now.", "To print &lt;<mark>i</mark>&gt; now."],
    },
  ])("$name", ({ texts: [before = "", after = ""], marks }) => {
    expect(marksOf(before, after)).toEqual(marks);
  });

  test.for([
    { name: "less than half of the words in common", texts: ["To print labels.", "For the labels."] },
    { name: "half of the words in common", texts: ["Old text.", "New text."] },
    { name: "no text before", texts: ["", "New."] },
  ])("are left out with $name", ({ texts: [before = "", after = ""] }) => {
    expect(markWords(before, after)).toBeNull();
  });

  test("are left out for a thousand characters without a common word, in less than 100 ms", () => {
    const start = performance.now();
    expect(markWords("a ".repeat(500), "b ".repeat(500))).toBeNull();
    expect(performance.now() - start).toBeLessThan(100);
  });
});
