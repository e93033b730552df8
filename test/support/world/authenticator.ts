import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { confirmPasskeySetup } from "../../../src/service/accounts/confirm-passkey-setup.ts";
import { startPasskeySetup } from "../../../src/service/accounts/start-passkey-setup.ts";
import type { Call } from "../../../src/service/call.ts";
import { addAccount, type TestAccount } from "./accounts.ts";
import { ISSUER, type World } from "./world.ts";

/** The flags of authenticator data. @see WebAuthn Level 3 §6.1 */
const [USER_PRESENT, USER_VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();

/** Overrides of a response. */
export interface Quirks {
  origin?: string;
  rpId?: string;
  verifiesUser?: boolean;
  /** The account id in the user handle. */
  userId?: string;
  /** The signature counter. Default: one more than in the previous response. */
  counter?: number;
}

/** An authenticator in software with one discoverable ES256 credential, and its browser. */
export class Authenticator {
  readonly id: Buffer;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;
  #userId = "";

  /** @param idLength the bytes of the credential id */
  constructor(idLength = 16) {
    this.id = randomBytes(idLength);
  }

  /** The browser's response to creation options: RegistrationResponseJSON. */
  register(options: string, quirks: Quirks = {}): string {
    const { challenge, user } = JSON.parse(options);
    this.#userId = user.id;
    const clientData = this.#clientData("webauthn.create", challenge, quirks);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const data = this.#authenticatorData({ flags: ATTESTED, attested, counter: 0, ...quirks });
    // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
    const size = Buffer.alloc(3);
    size.writeUInt8(0x59);
    size.writeUInt16BE(data.length, 1);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3, ...text("fmt"), ...text("none"), ...text("attStmt"), 0xa0, ...text("authData")]),
      size,
      data,
    ]);
    const response = { ...encode({ clientDataJSON: clientData, attestationObject }), transports: ["internal", "x"] };
    return this.#toJson(response);
  }

  /** The browser's response to request options: AuthenticationResponseJSON. */
  sign(options: string, quirks: Quirks = {}): string {
    const { challenge } = JSON.parse(options);
    this.#counter = quirks.counter ?? this.#counter + 1;
    const clientDataJSON = this.#clientData("webauthn.get", challenge, quirks);
    const authenticatorData = this.#authenticatorData({ flags: 0, counter: this.#counter, ...quirks });
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = sign("sha256", signed, this.#keys.privateKey);
    const userHandle = quirks.userId ?? this.#userId;
    return this.#toJson({ ...encode({ clientDataJSON, authenticatorData, signature }), userHandle });
  }

  #toJson(response: object): string {
    const id = this.id.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }

  #clientData(type: string, challenge: string, { origin = ISSUER }: Quirks): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(given: Quirks & { flags: number; counter: number; attested?: Buffer }): Buffer {
    const { rpId = new URL(ISSUER).hostname, verifiesUser = true, flags, counter, attested = Buffer.alloc(0) } = given;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | USER_PRESENT! | (verifiesUser ? USER_VERIFIED! : 0));
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail, attested]);
  }

  /** The public key as {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR. @see RFC 9053 §7.1.1 */
  #coseKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const [head, between] = [
      [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32],
      [0x22, 0x58, 32],
    ].map((b) => Buffer.from(b));
    return Buffer.concat([head!, Buffer.from(x!, "base64url"), between!, Buffer.from(y!, "base64url")]);
  }
}

/** A text string of at most 23 bytes in CBOR. */
function text(value: string): number[] {
  return [0x60 + value.length, ...Buffer.from(value)];
}

function encode(fields: Record<string, Buffer>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, bytes]) => [name, bytes.toString("base64url")]));
}

/** Registers a passkey with the account of a page. */
export async function addPasskey(
  world: World,
  call: Call,
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  const authenticator = new Authenticator();
  const response = authenticator.register(await startPasskeySetup(world.deps, call));
  return { authenticator, recoveryCodes: await confirmPasskeySetup(world.deps, { name: "Laptop", response }, call) };
}

export interface AccountWithPasskey extends TestAccount {
  authenticator: Authenticator;
  recoveryCodes: string[];
}

/** A signed-in account with one passkey. */
export async function addAccountWithPasskey(
  world: World,
  roles: { operator?: boolean } = {},
): Promise<AccountWithPasskey> {
  const account = await addAccount(world, roles);
  return { ...account, ...(await addPasskey(world, account.call)) };
}
