/** A small change that takes a guard out, and the test that has to notice. */
export interface Mutant {
  /** In kebab-case, for `--only`. */
  id: string;
  /** What kind of hole it is, as it has been published of other servers. */
  flaw: string;
  /** Relative to the repository. */
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  put: string;
  /** The file, and a part of the test's full name. */
  test: [file: string, name: string];
  /** Part of the short run. */
  quick?: true;
}
