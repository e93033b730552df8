/** Thrown to send the account to another page before the requested one. The page router handles it for all methods of a section's pages. */
export class Detour extends Error {
  /** A path of this origin. */
  readonly path: string;

  constructor(path: string) {
    super("another page comes first");
    this.name = "Detour";
    this.path = path;
  }
}
