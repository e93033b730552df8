import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** A password that takes an attacker fewer guesses is refused. */
const GUESSES_MIN = 1e6;

/** Longer passwords are checked by their start, because the time of the estimate grows with the square of the length. */
const CHECKED_LENGTH = 32;

/** Shorter words are left out: they also occur in random passwords. */
const WORD_MIN = 4;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * True for common passwords, repetitions, sequences, and the words of the account, also if they are combined or spelled with digits.
 * @param texts texts that belong to the account or the service, such as its e-mail address
 * @see NIST SP 800-63B §5.1.1.2
 */
export async function isGuessable(password: string, texts: readonly string[]): Promise<boolean> {
  estimator ??= createEstimator();
  const { guesses } = (await estimator).check(password, texts.flatMap(wordsOf));
  return guesses < GUESSES_MIN;
}

/** Loads the list of passwords at the first use, because it takes 30 MB. */
async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: CHECKED_LENGTH });
}

/** The text and its words, such as the parts of an e-mail address. */
function wordsOf(text: string): string[] {
  return [text, ...text.split(/[@.\s]+/)].filter((word) => word.length >= WORD_MIN).map(toChecked);
}

const toChecked = (word: string) => word.slice(0, CHECKED_LENGTH);
