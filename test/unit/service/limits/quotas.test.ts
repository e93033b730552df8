import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import type { Call } from "../../../../src/service/call.ts";
import { deny } from "../../../../src/service/consent/deny.ts";
import type { ConsentDependencies } from "../../../../src/service/consent/dependencies.ts";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { createSignUpQuota, type Quotas } from "../../../../src/service/limits/quotas.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { addAccount, addMerchant, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { addApp, addScopes, authorizeRequest } from "../../../support/world/consent.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const MANY = 1_000;
const QUOTAS: Quotas = {
  signUpsPerAddressPerHour: MANY,
  signUpsPerHour: MANY,
  appsPerDeveloper: MANY,
  openAuthorizationsPerAddress: MANY,
  openAuthorizationsPerAccount: MANY,
};

const world = useWorld();
beforeAll(async () => {
  await addScopes(world);
});

const from = (address: string | null): Call => ({ ...page, address });

describe("sign-ups", () => {
  const LIMIT = { kind: "resource_exhausted", reason: "SIGN_UP_LIMIT", retryAfterSeconds: expect.any(Number) };
  let made = 0;

  beforeEach(async () => {
    await quietWindow(900);
    await world.rows("delete from failure_window returning 1");
  });

  /** Uses another replica for each sign-up. */
  const signUpFrom = (quotas: Partial<Quotas>, address: string | null, email = `quota-${made++}@example.com`) => {
    const signUpQuota = createSignUpQuota(world.management, { ...QUOTAS, ...quotas });
    const deps = { ...world.deps, signUpQuota };
    return signUp(deps, { email, password: PASSWORD, name: "New" }, from(address));
  };

  test("an address above its quota is refused; another is not", async () => {
    const quotas = { signUpsPerAddressPerHour: 2 };
    await signUpFrom(quotas, "192.0.2.1");
    await signUpFrom(quotas, "192.0.2.1");
    await expect(signUpFrom(quotas, "192.0.2.1")).rejects.toMatchObject(LIMIT);
    await expect(signUpFrom(quotas, "::ffff:192.0.2.1")).rejects.toMatchObject(LIMIT);
    await signUpFrom(quotas, "192.0.2.2");
  });

  test("above the total quota are refused; those refused by address do not count", async () => {
    const quotas = { signUpsPerAddressPerHour: 1, signUpsPerHour: 2 };
    await signUpFrom(quotas, "192.0.2.1");
    for (let time = 0; time < 3; time++)
      await expect(signUpFrom(quotas, "192.0.2.1")).rejects.toMatchObject({ reason: "SIGN_UP_LIMIT" });
    await signUpFrom(quotas, "192.0.2.2");
    await expect(signUpFrom(quotas, "192.0.2.3")).rejects.toMatchObject(LIMIT);
    await expect(signUpFrom(quotas, null)).rejects.toMatchObject(LIMIT);
  });

  test("concurrent ones are all counted", async () => {
    const all = Array.from({ length: 8 }, () => signUpFrom({ signUpsPerAddressPerHour: 3 }, "192.0.2.1"));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("with a taken e-mail do not use the total quota", async () => {
    const quotas = { signUpsPerHour: 2 };
    await signUpFrom(quotas, "192.0.2.1", "taken@example.com");
    for (let time = 0; time < 3; time++) {
      const again = signUpFrom(quotas, `192.0.2.${time}`, "taken@example.com");
      await expect(again).rejects.toMatchObject({ reason: "EMAIL_TAKEN" });
    }
    await signUpFrom(quotas, "192.0.2.9");
  });

  test("concurrent sign-ups do not exceed the total quota", async () => {
    const all = Array.from({ length: 6 }, (_, at) => signUpFrom({ signUpsPerHour: 2 }, `192.0.2.${at}`));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  test("of all networks of an IPv6 site share a quota", async () => {
    const quotas = { signUpsPerAddressPerHour: 1 };
    for (let net = 0; net < 4; net++) await signUpFrom(quotas, `2001:db8:1:${net}::1`);
    await expect(signUpFrom(quotas, "2001:db8:1:9::1")).rejects.toMatchObject(LIMIT);
    await signUpFrom(quotas, "2001:db8:2:1::1");
  });

  test("are unlimited without quotas", async () => {
    const quota = createSignUpQuota(world.management, null);
    for (let time = 0; time < 3; time++) await quota.countAttempt("192.0.2.1");
    await world.management.transactional(({ query }) => quota.countAccount(query));
    expect(await world.rows("select 1 from failure_window")).toEqual([]);
  });
});

describe("open authorizations", () => {
  const EXPIRED = { reason: "INTERACTION_NOT_FOUND" };
  let owner: TestAccount;
  let clientId: string;
  let otherApp: string;
  let deps: ConsentDependencies;

  beforeAll(async () => {
    const openAuthorizations = { openAuthorizationsPerAddress: 3, openAuthorizationsPerAccount: 3 };
    deps = { ...world.deps, openAuthorizations };
    clientId = await addApp(world, await addAccount(world, { developer: true }));
    otherApp = await addApp(world, await addAccount(world, { developer: true }));
  });

  beforeEach(async () => {
    await world.rows("delete from interaction returning 1");
    owner = await addAccount(world);
    await addMerchant(world, owner);
  });

  const begin = async (call: Call, app = clientId) => {
    const outcome = await startAuthorization(deps, authorizeRequest(app), call);
    return outcome.kind === "interaction" ? outcome.interactionId : "";
  };
  const open = async () => (await world.rows<{ id: string }>("select id from interaction")).map(({ id }) => id).sort();

  test("without a session are limited per address, and replace the oldest", async () => {
    const first = await begin(from("192.0.2.1"));
    const kept = [await begin(from("192.0.2.1")), await begin(from("192.0.2.1")), await begin(from("192.0.2.1"))];
    expect(await open()).toEqual(kept.sort());
    await expect(getInteraction(deps, { interactionId: first }, owner.call)).rejects.toMatchObject(EXPIRED);
    const elsewhere = [await begin(from("192.0.2.2")), await begin(from(null)), await begin(owner.call)];
    expect(await open()).toEqual([...kept, ...elsewhere].sort());
  });

  test("of one app do not displace those of another app", async () => {
    const other = await begin(from("192.0.2.1"), otherApp);
    for (let time = 0; time < 6; time++) await begin(from("192.0.2.1"));
    expect(await open()).toContain(other);
    const another = await begin(from("192.0.2.1"), await addApp(world, await addAccount(world, { developer: true })));
    expect(await open()).toEqual(expect.arrayContaining([other, another]));
    expect(await open()).toHaveLength(3);
  });

  test("expired and bound ones do not count", async () => {
    const expired = await begin(from("192.0.2.1"));
    await world.rows("update interaction set expires_at = clock_timestamp() returning 1");
    const bound = await begin(from("192.0.2.1"));
    await getInteraction(deps, { interactionId: bound }, owner.call);
    const kept = [await begin(from("192.0.2.1")), await begin(from("192.0.2.1")), await begin(from("192.0.2.1"))];
    expect(await open()).toEqual([expired, bound, ...kept].sort());
  });

  test("of an account are limited per account; answered ones do not count", async () => {
    const answered = await begin(owner.call);
    const view = await getInteraction(deps, { interactionId: answered }, owner.call);
    const csrfToken = view.kind === "page" ? view.csrfToken : "";
    await deny(deps, { interactionId: answered, csrfToken }, owner.call);
    const other = await begin((await addAccount(world)).call);
    const first = await begin(owner.call);
    const kept = [await begin(owner.call), await begin(owner.call), await begin(owner.call)];
    expect(await open()).not.toContain(first);
    expect(await open()).toEqual([answered, other, ...kept].sort());
  });

  test("of a concurrent flood are limited", async () => {
    for (let time = 0; time < 3; time++) await begin(from("192.0.2.1"));
    await Promise.allSettled(Array.from({ length: 24 }, () => begin(from("192.0.2.1"))));
    expect(await open()).toHaveLength(3);
  });

  test("have no limit without quotas", async () => {
    for (let time = 0; time < 5; time++) await startAuthorization(world.deps, authorizeRequest(clientId), owner.call);
    expect(await open()).toHaveLength(5);
  });
});
