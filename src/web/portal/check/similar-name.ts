import { editDistance } from "../../components/edit-distance.ts";

/** The most that a misspelled name differs from the right one: two typed characters, or two that changed places. */
const MAX_EDITS = 2;

/** The only name that a misspelled one can mean; null if there is none or several. Short names differ too little from each other. */
export function similarName(typed: string, names: readonly string[]): string | null {
  const near = names.filter((name) => {
    // The distance of two words is at least the difference of their lengths.
    if (Math.abs(typed.length - name.length) > MAX_EDITS) return false;
    const edits = editDistance(typed, name);
    return edits <= MAX_EDITS && edits * 2 < name.length;
  });
  return near.length === 1 ? near[0]! : null;
}
