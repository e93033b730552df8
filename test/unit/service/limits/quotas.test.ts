import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import type { Call } from "../../../../src/service/call.ts";
import { deny } from "../../../../src/service/consent/deny.ts";
import type { ConsentDependencies } from "../../../../src/service/consent/dependencies.ts";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { createSignUpQuota, type QuotaFigures } from "../../../../src/service/limits/quotas.ts";
import { addAccount, addMerchant, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { addApp, addScopes, authorizeRequest } from "../../../support/world/consent.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

const MANY = 1_000;
const FIGURES: QuotaFigures = {
  signUpsPerAddressPerHour: MANY,
  signUpsPerHour: MANY,
  appsPerDeveloper: MANY,
  openAuthorizationsPerAddress: MANY,
  openAuthorizationsPerAccount: MANY,
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addScopes(world);
});
afterAll(() => world.close());

const from = (address: string | null): Call => ({ ...page, address });

describe("sign-ups", () => {
  const LIMIT = { kind: "resource_exhausted", reason: "SIGN_UP_LIMIT", retryAfterSeconds: expect.any(Number) };
  let made = 0;

  beforeEach(() => world.rows("delete from failure_window returning 1"));

  /** Another replica each time: the count is the database's. */
  const signUpFrom = (
    figures: Partial<QuotaFigures>,
    address: string | null,
    email = `quota-${made++}@example.com`,
  ) => {
    const signUpQuota = createSignUpQuota(world.management, { ...FIGURES, ...figures });
    const deps = { ...world.deps, signUpQuota };
    return signUp(deps, { email, password: PASSWORD, name: "New" }, from(address));
  };

  test("past the quota of an address are refused, and those of another go on", async () => {
    const figures = { signUpsPerAddressPerHour: 2 };
    await signUpFrom(figures, "192.0.2.1");
    await signUpFrom(figures, "192.0.2.1");
    await expect(signUpFrom(figures, "192.0.2.1")).rejects.toMatchObject(LIMIT);
    await expect(signUpFrom(figures, "::ffff:192.0.2.1")).rejects.toMatchObject(LIMIT);
    await signUpFrom(figures, "192.0.2.2");
  });

  test("past the quota of all are refused; one refused for its address uses nothing of it up", async () => {
    const figures = { signUpsPerAddressPerHour: 1, signUpsPerHour: 2 };
    await signUpFrom(figures, "192.0.2.1");
    for (let time = 0; time < 3; time++)
      await expect(signUpFrom(figures, "192.0.2.1")).rejects.toMatchObject({ reason: "SIGN_UP_LIMIT" });
    await signUpFrom(figures, "192.0.2.2");
    await expect(signUpFrom(figures, "192.0.2.3")).rejects.toMatchObject(LIMIT);
    await expect(signUpFrom(figures, null)).rejects.toMatchObject(LIMIT);
  });

  test("many at once are counted one by one", async () => {
    const all = Array.from({ length: 8 }, () => signUpFrom({ signUpsPerAddressPerHour: 3 }, "192.0.2.1"));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("with a taken e-mail use up nothing of the quota of all", async () => {
    const figures = { signUpsPerHour: 2 };
    await signUpFrom(figures, "192.0.2.1", "taken@example.com");
    for (let time = 0; time < 3; time++) {
      const again = signUpFrom(figures, `192.0.2.${time}`, "taken@example.com");
      await expect(again).rejects.toMatchObject({ reason: "EMAIL_TAKEN" });
    }
    await signUpFrom(figures, "192.0.2.9");
  });

  test("of many at once, no more than the quota of all are made", async () => {
    const all = Array.from({ length: 6 }, (_, at) => signUpFrom({ signUpsPerHour: 2 }, `192.0.2.${at}`));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  test("from many networks of one IPv6 site are limited together", async () => {
    const figures = { signUpsPerAddressPerHour: 1 };
    for (let net = 0; net < 4; net++) await signUpFrom(figures, `2001:db8:1:${net}::1`);
    await expect(signUpFrom(figures, "2001:db8:1:9::1")).rejects.toMatchObject(LIMIT);
    await signUpFrom(figures, "2001:db8:2:1::1");
  });

  test("nothing is limited without figures", async () => {
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

  test("that wait for a sign-in are limited for each address: the oldest gives way", async () => {
    const first = await begin(from("192.0.2.1"));
    const kept = [await begin(from("192.0.2.1")), await begin(from("192.0.2.1")), await begin(from("192.0.2.1"))];
    expect(await open()).toEqual(kept.sort());
    await expect(getInteraction(deps, { interactionId: first }, owner.call)).rejects.toMatchObject(EXPIRED);
    const elsewhere = [await begin(from("192.0.2.2")), await begin(from(null)), await begin(owner.call)];
    expect(await open()).toEqual([...kept, ...elsewhere].sort());
  });

  test("for one app do not displace those for another, nor keep them from starting", async () => {
    const other = await begin(from("192.0.2.1"), otherApp);
    for (let time = 0; time < 6; time++) await begin(from("192.0.2.1"));
    expect(await open()).toContain(other);
    const another = await begin(from("192.0.2.1"), await addApp(world, await addAccount(world, { developer: true })));
    expect(await open()).toEqual(expect.arrayContaining([other, another]));
    expect(await open()).toHaveLength(3);
  });

  test("an expired one, and one that somebody has signed in for, make room", async () => {
    const expired = await begin(from("192.0.2.1"));
    await world.rows("update interaction set expires_at = clock_timestamp() returning 1");
    const bound = await begin(from("192.0.2.1"));
    await getInteraction(deps, { interactionId: bound }, owner.call);
    const kept = [await begin(from("192.0.2.1")), await begin(from("192.0.2.1")), await begin(from("192.0.2.1"))];
    expect(await open()).toEqual([expired, bound, ...kept].sort());
  });

  test("of an account are limited for it alone; an answer makes room", async () => {
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

  test("of a flood at the same moment are bounded", async () => {
    for (let time = 0; time < 3; time++) await begin(from("192.0.2.1"));
    await Promise.allSettled(Array.from({ length: 24 }, () => begin(from("192.0.2.1"))));
    expect(await open()).toHaveLength(3);
  });

  test("are not limited without figures", async () => {
    for (let time = 0; time < 5; time++) await startAuthorization(world.deps, authorizeRequest(clientId), owner.call);
    expect(await open()).toHaveLength(5);
  });
});
