const PROMPTS = ["login", "consent", "select_account"] as const;

/** `login` requires a new sign-in, `consent` always shows the consent page, `select_account` offers another account. */
export type Prompt = (typeof PROMPTS)[number];

/** The set of a `prompt` parameter, empty if absent; null for unknown values. @see OpenID Connect Core §3.1.2.1 */
export function parsePrompt(text: string): Prompt[] | null {
  if (text === "") return [];
  const words = text.split(" ");
  return words.every(isPrompt) ? PROMPTS.filter((prompt) => words.includes(prompt)) : null;
}

function isPrompt(word: string): word is Prompt {
  return (PROMPTS as readonly string[]).includes(word);
}
