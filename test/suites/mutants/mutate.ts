import type { Mutant } from "./mutant.ts";

/** The source with the guard taken out. @throws Error where the text to be found stands there never or more than once */
export function mutate(source: string, { id, file, find, put }: Mutant): string {
  const places = source.split(find).length - 1;
  if (places !== 1) throw new Error(`${id}: what is to be changed stands ${places} times in ${file}`);
  return source.split(find).join(put);
}
