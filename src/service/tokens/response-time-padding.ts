import { randomInt } from "node:crypto";

/**
 * Microseconds before which nobody is told that a token is good for nothing. To find out takes about a thousand where nothing else is under
 * way, and some more or less with what is found: rows that are read, a commit that is waited for.
 */
const LEAST = 3_000;
/**
 * Microseconds among which chance chooses. An event loop sleeps whole milliseconds, counted from when it was last busy, so that an answer
 * at a fixed moment could still carry the fraction of the work's time; spread over several it is lost.
 */
const SPREAD = 6_000;

const pace = () => (LEAST + randomInt(SPREAD)) / 1_000;

/**
 * The operation, whose bad news, refusals included, comes at one pace whatever the reason: an unknown token, one that was revoked and one
 * that is somebody else's cannot be told apart by the time that their answers take (RFC 7009 §2.2 and RFC 7662 §2.2 tell them apart in
 * nothing else). Good answers wait for nothing.
 * @param paceMs milliseconds from the request to its answer, at least
 */
export function atEvenPace<A extends unknown[], T>(
  operation: (...args: A) => Promise<T>,
  isBadNews: (answer: T) => boolean,
  paceMs: () => number = pace,
): (...args: A) => Promise<T> {
  return async (...args) => {
    const began = performance.now();
    try {
      const answer = await operation(...args);
      if (isBadNews(answer)) await until(began + paceMs());
      return answer;
    } catch (error) {
      await until(began + paceMs());
      throw error;
    }
  };
}

function until(moment: number): Promise<void> {
  const left = moment - performance.now();
  return left <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, left));
}
