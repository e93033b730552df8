import { expect, test } from "vitest";
import { listSecurityEvents } from "../../../../src/service/accounts/list-security-events.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { addAccount, addUnverifiedAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { deliver } from "../../../support/world/mails.ts";

const world = useWorld();
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const at = (address: string, userAgent = FIREFOX) => ({ ...page, address, userAgent });
const enter = (email: string, call: typeof page, password = PASSWORD) => signIn(world.deps, { email, password }, call);
const notices = async () => (await deliver(world)).filter(({ content }) => content.kind === "new_sign_in");

test("a new network or browser sends a notice once; a known one and its updates do not", async () => {
  const { email } = await addAccount(world);
  await notices();
  await enter(email, at("198.51.100.7"));
  // A gateway of the previous release has this page too.
  const url = expect.stringMatching(/\/account\/security$/);
  expect(await notices()).toMatchObject([
    { to: email, content: { device: "Firefox, Linux", address: "198.51.100.0/24", url } },
  ]);
  await enter(email, at("198.51.100.99", FIREFOX.replaceAll("145", "146")));
  expect(await notices()).toEqual([]);
  await enter(email, at("203.0.113.7"));
  await enter(email, at("198.51.100.7", "curl/8.0"));
  expect(await notices()).toHaveLength(2);
});

test("the event of a sign-in says whether the device is new, also without mail; the first sign-in is not new", async () => {
  const account = await addUnverifiedAccount(world);
  const { email, call } = account;
  const all = { pageSize: 50, pageToken: "", group: "SIGN_INS" } as const;
  const marks = async () => (await listSecurityEvents(world.deps, all, call)).items.map(({ newDevice }) => newDevice);
  const off = { ...world.deps, sendsMail: false };
  const enterAt = (address: string, userAgent?: string) =>
    signIn(off, { email, password: PASSWORD }, at(address, userAgent));
  const before = await marks();
  expect(before).not.toContain(true);
  await enterAt("198.51.100.7");
  await enterAt("198.51.100.99", FIREFOX.replaceAll("145", "146"));
  await enterAt("203.0.113.7");
  await enterAt("203.0.113.7", "curl/8.0");
  expect(await marks()).toEqual([true, true, false, true, ...before]);
  const details = "select detail from audit_event where action = 'session.start' and account_id = $1 order by id";
  const stored = await world.rows<{ detail: object }>(details, [account.accountId]);
  expect(stored.map(({ detail }) => "new_device" in detail)).toEqual([...before, true, false, true, true]);
});

test("a failed sign-in, an unverified address and a platform without mail send none", async () => {
  const [verified, unverified] = [await addAccount(world), await addUnverifiedAccount(world)];
  await notices();
  await expect(enter(verified.email, at("198.51.100.7"), "a wrong password")).rejects.toMatchObject({
    reason: "CREDENTIALS",
  });
  await enter(unverified.email, at("198.51.100.7"));
  const off = { ...world.deps, sendsMail: false };
  await signIn(off, { email: verified.email, password: PASSWORD }, at("198.51.100.7"));
  expect(await notices()).toEqual([]);
});
