const PROMPTS = ["login", "consent", "select_account"] as const;

/** What the app wants shown: `login` signs in afresh, `consent` always shows the consent page, `select_account` lets another account sign in. */
export type Prompt = (typeof PROMPTS)[number];

/** The set of a `prompt` parameter, or null where it holds anything unknown. Absent is the empty set. @see OpenID Connect Core §3.1.2.1 */
export function parsePrompt(text: string): Prompt[] | null {
  if (text === "") return [];
  const words = text.split(" ");
  return words.every(isPrompt) ? PROMPTS.filter((prompt) => words.includes(prompt)) : null;
}

function isPrompt(word: string): word is Prompt {
  return (PROMPTS as readonly string[]).includes(word);
}
