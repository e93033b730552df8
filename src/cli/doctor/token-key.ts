import type { Environment } from "../../config/secret-files.ts";
import { parseKeySet } from "../../credential/derive.ts";
import type { Query } from "../../store/connection/query.ts";
import { listTokenKeyUses, type TokenKeyUse } from "../../store/diagnosis/token-keys.ts";
import { type Finding, NotApplicableError } from "./report.ts";

/** Compares TOKEN_KEY with the keys that cores have used. Ignores an invalid TOKEN_KEY, which `checkSettings` reports. */
export async function checkTokenKey(query: Query, env: Environment): Promise<Finding[]> {
  const parsed = parseKeySet(env.TOKEN_KEY ?? "");
  if (parsed.kind !== "keys") throw new NotApplicableError("set TOKEN_KEY");
  const missing = (await listTokenKeyUses(query)).filter(({ keyId }) => !parsed.keys.keyIds.includes(keyId));
  const sum = (count: (use: TokenKeyUse) => number) => missing.reduce((total, use) => total + count(use), 0);
  const [webhooks, apps] = [sum((use) => use.webhookSecrets), sum((use) => use.authenticatorApps)];
  return [
    ...(webhooks + apps > 0 ? [undecryptable(webhooks, apps)] : []),
    ...(sum((use) => use.refreshes) > 0 ? [OTHER_KEY] : []),
  ];
}

function undecryptable(webhooks: number, apps: number): Finding {
  return {
    severity: "problem",
    problem: `TOKEN_KEY lacks the key of stored secrets (webhooks: ${webhooks}, authenticator apps: ${apps}).`,
    effect: "Webhooks with these secrets are not sent, and sign-in with these authenticator apps fails.",
    fix: "Add the earlier key after the new one (`new,old`), or add new secrets and reset the authenticator apps.",
  };
}

const OTHER_KEY: Finding = {
  severity: "problem",
  problem: "In the last five minutes, a core has derived refresh tokens with a key that TOKEN_KEY lacks.",
  effect: "Consent forms and repeated refreshes fail if cores with different keys answer them.",
  fix: "Set the same TOKEN_KEY for every core and for this command.",
};
