import { randomBytes, webcrypto } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "reflect-metadata";
import * as x509 from "@peculiar/x509";

/** Paths of PEM files. */
export interface Identity {
  certFile: string;
  keyFile: string;
}

export interface Authority extends Identity {
  /** A certificate for `hosts`; default: `localhost` and the loopback addresses. It is valid since an hour ago, for servers and clients. */
  certify(name: string, options?: { hours?: number; hosts?: string[] }): Promise<Identity>;
}

export interface CertificateDirectory {
  createAuthority(name: string): Promise<Authority>;
  remove(): Promise<void>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const HOUR_MS = 3_600_000;
const LOOPBACK = ["localhost", "127.0.0.1", "::1"];
const { subtle } = webcrypto;

/** Certificates for one test, in a directory of their own. */
export async function openCertificates(): Promise<CertificateDirectory> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const directory = await mkdtemp(join(tmpdir(), "latchkey-certificates-"));
  return {
    createAuthority: (name) => createAuthority(directory, name),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

async function createAuthority(directory: string, name: string): Promise<Authority> {
  const keys = await createKeys();
  const constraints = [
    new x509.BasicConstraintsExtension(true, 1, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ];
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    ...validFor(24),
    name: `CN=${name}`,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: constraints,
  });
  return {
    ...(await write(directory, name, { certificate: own, key: keys.privateKey })),
    async certify(subject, { hours = 24, hosts = LOOPBACK } = {}) {
      const leaf = await createKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        ...validFor(hours),
        subject: `CN=${subject}`,
        issuer: own.subject,
        publicKey: leaf.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        extensions: leafExtensions(hosts),
      });
      return write(directory, subject, { certificate, key: leaf.privateKey });
    },
  };
}

function leafExtensions(hosts: string[]): x509.Extension[] {
  const { serverAuth, clientAuth } = x509.ExtendedKeyUsage;
  const names = hosts.map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value }) as const);
  return [
    new x509.BasicConstraintsExtension(false),
    new x509.ExtendedKeyUsageExtension([serverAuth, clientAuth]),
    new x509.SubjectAlternativeNameExtension(names),
  ];
}

const createKeys = () => subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<webcrypto.CryptoKeyPair>;

/** The start of validity: an hour ago, or a day ago for an expired certificate. */
function validFor(hours: number) {
  const now = Date.now();
  const serialNumber = `01${randomBytes(15).toString("hex")}`;
  const notBefore = new Date(now - (hours > 0 ? 1 : 24) * HOUR_MS);
  return { serialNumber, notBefore, notAfter: new Date(now + hours * HOUR_MS) };
}

interface Made {
  certificate: x509.X509Certificate;
  key: CryptoKey;
}

async function write(directory: string, name: string, { certificate, key }: Made): Promise<Identity> {
  const file = join(directory, `${name}-${randomBytes(4).toString("hex")}`);
  const identity = { certFile: `${file}.pem`, keyFile: `${file}-key.pem` };
  const pkcs8 = Buffer.from(await subtle.exportKey("pkcs8", key)).toString("base64");
  const lines = pkcs8.match(/.{1,64}/g)!.join("\n");
  await writeFile(identity.certFile, `${certificate.toString("pem")}\n`);
  await writeFile(identity.keyFile, `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`);
  return identity;
}
