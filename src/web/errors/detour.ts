/** Leads the account to another page before it gets the requested one, for all methods of a section's pages. */
export class Detour extends Error {
  /** A path of this origin. */
  readonly path: string;

  constructor(path: string) {
    super("another page comes first");
    this.name = "Detour";
    this.path = path;
  }
}
