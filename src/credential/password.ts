import { hash, verify } from "@node-rs/argon2";

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The PHC string (`$argon2id$v=19$m=19456,t=2,p=1$…`) of a password, for the account's row. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(normalize(password), OPTIONS);
}

/** True if `password` is the one behind `stored`, a PHC string from our own rows; any other string throws. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return await verify(stored, normalize(password));
}

let decoy: Promise<string> | undefined;

/** Costs what `verifyPassword` costs and says no, for an e-mail that no account has, so that time does not tell the two apart. */
export async function verifyAbsentAccount(password: string): Promise<false> {
  decoy ??= hashPassword("no account has this password");
  await verifyPassword(password, await decoy);
  return false;
}

/** The same letters typed on another system are the same password. */
function normalize(password: string): string {
  return password.normalize("NFC");
}
