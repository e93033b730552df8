import { expect, test } from "vitest";
import { useTestDatabase } from "../../../support/world/fixtures.ts";

const database = useTestDatabase();

async function fold(names: readonly string[]): Promise<string[]> {
  const text = "select fold_name(name) as folded from unnest($1::text[]) with ordinality u(name, n) order by n";
  const { rows } = await database.sql.query<{ folded: string }>(text, [names]);
  return rows.map(({ folded }) => folded);
}

test.each([
  { name: "ASCII", text: "Harbour Coffee %_", folded: "harbour coffee %_" },
  { name: "umlauts and ß", text: "RÖßLER ẞ", folded: "rossler ss" },
  { name: "decomposed letters", text: "Müller".normalize("NFD"), folded: "muller" },
  { name: "several marks on a letter", text: "Nguyễn", folded: "nguyen" },
  { name: "letters that Unicode does not decompose", text: "Łódź Ærø Œuvre", folded: "lodz aero oeuvre" },
  { name: "the four Turkish i", text: "İiIı", folded: "iiii" },
  { name: "the three Greek sigmas", text: "Όσος ΟΔΟΣ", folded: "οσοσ οδοσ" },
  { name: "Cyrillic", text: "Ёлка", folded: "елка" },
  { name: "vowel signs, which are no diacritics", text: "हिन्दी", folded: "हिन्दी" },
])("folds $name", async ({ text, folded }) => {
  expect(await fold([text])).toEqual([folded]);
});

test("folds Latin letters as Unicode's root collation compares them", async () => {
  const { compare } = new Intl.Collator("und", { sensitivity: "base" });
  const plain = [..."abcdefghijklmnopqrstuvwxyz", "ae", "oe", "ss"];
  // Without the letters of other compatibility forms, such as ĳ and ª, and ı, which is equal to none.
  const letters = Array.from({ length: 0x180 - 0xc0 }, (_, n) => String.fromCodePoint(0xc0 + n)).filter(
    (letter) => /\p{L}/u.test(letter) && letter.normalize("NFKD") === letter.normalize("NFD") && letter !== "ı",
  );
  const folded = await fold(letters);
  const expected = letters.map((letter, n) => plain.find((one) => compare(one, letter) === 0) ?? folded[n]);
  expect(folded).toEqual(expected);
});

test("shortens a text by its combining marks only", async () => {
  const { rows } = await database.sql.query(
    `select to_hex(min(n)) as first, to_hex(max(n)) as last, count(*)::int as count
     from generate_series(1, x'ffff'::int) n where n not between x'd800'::int and x'dfff'::int and fold_name(chr(n)) = ''`,
  );
  expect(rows).toEqual([{ first: "300", last: "36f", count: 0x70 }]);
});
