import type { LookupAddress } from "node:dns";
import { describe, expect, test } from "vitest";
import {
  guardedLookup,
  isPublicAddress,
  requireAllowed,
} from "../../../../../src/service/webhooks/delivery/address-guard.ts";

const REFUSED = [
  ...["0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1"],
  ...["198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1"],
  ...[
    "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::808:808%eth0",
    "64:ff9b::1:808:808",
    "64:ff9b::ffff:808:808",
  ],
  ...["64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "fc00::1", "fd00:ec2::254"],
  ...["fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "", "localhost", "1.2.3"],
];
const PUBLIC = [
  ...["8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255"],
  ...["172.32.0.0", "192.167.255.255", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:4860::8888"],
  ...["64:ff9b::808:808", "64:ff9b::8.8.8.8", "64:FF9B:0:0:0:0:808:808"],
];

/** Resolves every name to these addresses. */
function lookUpTo(addresses: string[]) {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const resolve = (_name: string, done: (error: null, found: LookupAddress[]) => void) => done(null, found);
  const lookup = guardedLookup({ allowLoopback: false }, resolve);
  return new Promise((resolvePromise, reject) =>
    lookup("example.com", { all: true }, (error, result) => (error === null ? resolvePromise(result) : reject(error))),
  );
}

describe("the addresses of receivers", () => {
  test.each(REFUSED.map((address) => ({ address })))("$address is refused", ({ address }) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(PUBLIC.map((address) => ({ address })))("$address is allowed", ({ address }) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("loopback is allowed by setting, and nothing else", () => {
    const allow = (address: string) => () => requireAllowed(address, { allowLoopback: true });
    for (const address of ["127.0.0.1", "::1", "8.8.8.8"]) expect(allow(address)).not.toThrow();
    for (const address of ["10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::127.0.0.1"]) {
      expect(allow(address)).toThrow();
    }
  });

  test("a name is refused if any of its addresses is", async () => {
    expect(await lookUpTo(["8.8.8.8", "2606:4700::1111"])).toHaveLength(2);
    await expect(lookUpTo(["8.8.8.8", "10.0.0.1"])).rejects.toThrow("10.0.0.1 is not a public address");
    await expect(lookUpTo(["2606:4700::1111", "::ffff:10.0.0.1"])).rejects.toThrow("not a public address");
  });
});
