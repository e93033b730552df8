/** A small change that removes a guard, and the test that must fail with it. */
export type Mutant = {
  /** In kebab-case, for `--only`. */
  id: string;
  /** The vulnerability, as published for other servers. */
  flaw: string;
  /** The name of a function, a method, a class or a top-level constant in `src`, in any file. */
  in: string;
  /** A part of the test's full name, which occurs literally in one or two test files. */
  test: string;
  /** True if the short run includes the mutant. */
  quick?: true;
} & Change;

/** A change of a source file. White space in its texts matches any white space. */
export type Change =
  /** Removes the smallest statement that contains each text. */
  | { drop: string | readonly string[] }
  /** Replaces the smallest condition of an `if` or `?:` that contains the text by a constant. */
  | { condition: string; is: boolean }
  | { replace: string; by: string };
