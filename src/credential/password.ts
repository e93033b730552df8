import { hash, verify } from "@node-rs/argon2";

// OWASP's first choice for argon2id: 19 MiB, two passes, one pool.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The PHC string (`$argon2id$v=19$m=19456,t=2,p=1$…`) of a password, for the account's row. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(normalize(password), OPTIONS);
}

/** True if `password` is the one behind `stored`, a PHC string from our own rows; any other string throws. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return await verify(stored, normalize(password));
}

// Of 32 random bytes that nobody kept, under the options above. Made beforehand, so that not even the first answer takes longer.
const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$1Bq+AjIFwvLlmcFe98Q1Og$ns0xRwkONPFYjyHnphFReleoxTEL4a1t+WmkWW6e3KE";

/** Costs what `verifyPassword` costs and says no, for an e-mail that no account has, so that time does not tell the two apart. */
export async function verifyAbsentAccount(password: string): Promise<false> {
  await verifyPassword(password, DECOY);
  return false;
}

/** The same letters typed on another system are the same password. */
function normalize(password: string): string {
  return password.normalize("NFC");
}
