import { p } from "@mikro-orm/core";
import unhomoglyph from "unhomoglyph";
import { textArray } from "./columns.ts";

/**
 * The columns of an entity whose name is compared with other names. MikroORM sets them with each write. In a row that the previous release
 * or plain SQL has written, `skeletonsOf` differs from the name until `src/store/apps/name-skeletons.ts` updates the row.
 */
export const skeletonColumns = () => ({
  nameSkeletons: textArray()
    .nullable()
    .lazy()
    .onCreate(({ name }: { name: string }) => storedSkeletonsOf(name))
    .onUpdate(({ name }: { name: string }) => storedSkeletonsOf(name)),
  /** The name from which `nameSkeletons` were computed. */
  skeletonsOf: p
    .text()
    .nullable()
    .lazy()
    .onCreate(({ name }: { name: string }) => name)
    .onUpdate(({ name }: { name: string }) => name),
});

/** Two indexes: one finds the rows with a skeleton, the other finds outdated rows. */
export const skeletonIndexes = (table: string) => [
  {
    name: `${table}_name_skeletons`,
    expression: `create index "${table}_name_skeletons" on "${table}" using gin ("name_skeletons") with (fastupdate = off)`,
  },
  {
    name: `${table}_outdated_skeletons`,
    expression: `create index "${table}_outdated_skeletons" on "${table}" ("id") where skeletons_of is distinct from name`,
  },
];

/**
 * The maximum length of a stored skeleton in characters. NFKD turns one character into up to 18, and an entry of a GIN index has at most
 * 2,700 bytes.
 */
const STORED_LENGTH = 200;

/** The skeletons of a name, truncated as they are stored and looked up. */
export function storedSkeletonsOf(name: string): string[] {
  return [...skeletonsOf(name)].map((skeleton) => [...skeleton].slice(0, STORED_LENGTH).join(""));
}

/** Currency signs that look like letters and are missing in the table of confusables. */
const LETTER_SIGNS: Readonly<Record<string, string>> = {
  "₳": "A",
  "฿": "B",
  "₿": "B",
  "₵": "C",
  "¢": "c",
  "€": "E",
  "₲": "G",
  "₭": "K",
  "£": "L",
  "₦": "N",
  "₱": "P",
  $: "S",
  "₮": "T",
  "₩": "W",
  "¥": "Y",
};

/**
 * The skeletons of a name: confusable characters folded, and all characters removed that are no letters or digits. Folds before and after
 * lower-casing, because `I` resembles `l` and `i` does not. Folds also without symbols, which NFKD may turn into letters.
 * @see UTS #39 §4, confusable detection
 */
export function skeletonsOf(name: string): Set<string> {
  return new Set([...new Set(variantsOf(name))].flatMap(foldVariant).filter(Boolean));
}

/** The text as it is, with currency signs as letters, and without symbols. */
export function variantsOf(text: string): [string, string, string] {
  const asLetters = text.replace(/\p{Sc}/gu, (sign) => LETTER_SIGNS[sign] ?? sign);
  return [text, asLetters, text.replace(/\p{S}/gu, "")];
}

/** The skeletons of a variant, folded before and after lower-casing. */
export function foldVariant(name: string): string[] {
  const bare = name.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  const folded = [unhomoglyph(bare.toLowerCase()), unhomoglyph(bare).toLowerCase()];
  return folded.map((text) => text.normalize("NFKD").replace(/[\s\p{P}\p{M}\p{S}]/gu, ""));
}
