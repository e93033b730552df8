import { p } from "@mikro-orm/core";
import unhomoglyph from "unhomoglyph";
import { textArray } from "./columns.ts";

/**
 * The columns of an entity with a name that is compared with others. MikroORM sets them with each write. A row of the previous release,
 * or one changed by SQL, has a `skeletonsOf` other than its name until `src/store/apps/name-skeletons.ts` updates it.
 */
export const skeletonColumns = () => ({
  nameSkeletons: textArray()
    .nullable()
    .lazy()
    .onCreate(({ name }: { name: string }) => storedSkeletonsOf(name))
    .onUpdate(({ name }: { name: string }) => storedSkeletonsOf(name)),
  /** The name of which `nameSkeletons` are. */
  skeletonsOf: p
    .text()
    .nullable()
    .lazy()
    .onCreate(({ name }: { name: string }) => name)
    .onUpdate(({ name }: { name: string }) => name),
});

/** The indexes on the columns: one that finds a skeleton, one that finds outdated rows. */
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

/** The characters of a stored skeleton: an entry of a GIN index has at most 2,700 bytes, and NFKD makes 18 characters of one. */
const STORED_LENGTH = 200;

/** The skeletons of a name as they are stored and looked up. */
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
 * The skeletons of a name: confusable characters folded; marks, symbols, invisible characters, spaces and punctuation removed.
 * Folds before and after lower-casing, because `I` resembles `l` and `i` does not. Symbols are both removed before NFKD, which turns some
 * into letters, and folded, because some resemble letters.
 * @see UTS #39 §4, confusable detection
 */
export function skeletonsOf(name: string): Set<string> {
  const asLetters = name.replace(/\p{Sc}/gu, (sign) => LETTER_SIGNS[sign] ?? sign);
  const variants = new Set([name, asLetters, name.replace(/\p{S}/gu, "")]);
  return new Set([...variants].flatMap(foldVariant).filter(Boolean));
}

function foldVariant(name: string): string[] {
  const bare = name.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  const folded = [unhomoglyph(bare.toLowerCase()), unhomoglyph(bare).toLowerCase()];
  return folded.map((text) => text.normalize("NFKD").replace(/[\s\p{P}\p{M}\p{S}]/gu, ""));
}
