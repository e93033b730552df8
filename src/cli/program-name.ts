/** What the person types before a command: through npm in a checkout, or the installed program. */
export function typed(command: string): string {
  return `${process.env.npm_lifecycle_event === "cli" ? "npm run cli --" : "latchkey"} ${command}`;
}
