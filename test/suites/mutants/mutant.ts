/** A small change that removes a guard, and the test that must fail with it. */
export type Mutant = {
  /** In kebab-case, for `--only`. */
  id: string;
  /** The vulnerability, as published of other servers. */
  flaw: string;
  /** The name of a function, a method, a class or a constant at the top of a module in `src`. Paths do not matter. */
  in: string;
  /** Part of a test's full name, literally in one or two test files. */
  test: string;
  /** Part of the short run. */
  quick?: true;
} & Change;

/** White space in the texts matches any white space. */
export type Change =
  /** Removes the smallest statement that contains each text. */
  | { drop: string | readonly string[] }
  /** Fixes the smallest condition of an `if` or `?:` that contains the text. */
  | { condition: string; is: boolean }
  | { replace: string; by: string };
