import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAccountOperations } from "../../../../src/service/accounts/operations.ts";
import type { Call } from "../../../../src/service/call.ts";
import { createConsentOperations } from "../../../../src/service/consent/operations.ts";
import type { BeginOutcome } from "../../../../src/service/consent/records.ts";
import { createSignUpQuota, type QuotaFigures } from "../../../../src/service/limits/quotas.ts";
import { PASSWORD, page, type Someone, someMerchant, someone } from "../accounts/world.ts";
import { createWorld, request, someApp, type World } from "../consent/world.ts";

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
});
afterAll(() => world.close());

const from = (address: string | null): Call => ({ ...page, address });

describe("sign-ups", () => {
  const LIMIT = { kind: "resource_exhausted", reason: "SIGN_UP_LIMIT", retryAfterSeconds: expect.any(Number) };
  let made = 0;

  beforeEach(() => world.rows("delete from failure_window returning 1"));

  /** Another replica each time: the count is the database's. */
  const signUp = (figures: Partial<QuotaFigures>, address: string | null, email = `quota-${made++}@example.com`) => {
    const signUpQuota = createSignUpQuota(world.management, { ...FIGURES, ...figures });
    const accounts = createAccountOperations({ ...world.deps, signUpQuota });
    return accounts.signUp({ email, password: PASSWORD, name: "New" }, from(address));
  };

  test("past the quota of an address are refused, and those of another go on", async () => {
    const figures = { signUpsPerAddressPerHour: 2 };
    await signUp(figures, "192.0.2.1");
    await signUp(figures, "192.0.2.1");
    await expect(signUp(figures, "192.0.2.1")).rejects.toMatchObject(LIMIT);
    await expect(signUp(figures, "::ffff:192.0.2.1")).rejects.toMatchObject(LIMIT);
    await signUp(figures, "192.0.2.2");
  });

  test("past the quota of all are refused; one refused for its address uses nothing of it up", async () => {
    const figures = { signUpsPerAddressPerHour: 1, signUpsPerHour: 2 };
    await signUp(figures, "192.0.2.1");
    for (let time = 0; time < 3; time++)
      await expect(signUp(figures, "192.0.2.1")).rejects.toMatchObject({ reason: "SIGN_UP_LIMIT" });
    await signUp(figures, "192.0.2.2");
    await expect(signUp(figures, "192.0.2.3")).rejects.toMatchObject(LIMIT);
    await expect(signUp(figures, null)).rejects.toMatchObject(LIMIT);
  });

  test("many at once are counted one by one", async () => {
    const all = Array.from({ length: 8 }, () => signUp({ signUpsPerAddressPerHour: 3 }, "192.0.2.1"));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("with a taken e-mail use up nothing of the quota of all", async () => {
    const figures = { signUpsPerHour: 2 };
    await signUp(figures, "192.0.2.1", "taken@example.com");
    for (let time = 0; time < 3; time++) {
      const again = signUp(figures, `192.0.2.${time}`, "taken@example.com");
      await expect(again).rejects.toMatchObject({ reason: "EMAIL_TAKEN" });
    }
    await signUp(figures, "192.0.2.9");
  });

  test("of many at once, no more than the quota of all are made", async () => {
    const all = Array.from({ length: 6 }, (_, at) => signUp({ signUpsPerHour: 2 }, `192.0.2.${at}`));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  test("from many networks of one IPv6 site are limited together", async () => {
    const figures = { signUpsPerAddressPerHour: 1 };
    for (let net = 0; net < 4; net++) await signUp(figures, `2001:db8:1:${net}::1`);
    await expect(signUp(figures, "2001:db8:1:9::1")).rejects.toMatchObject(LIMIT);
    await signUp(figures, "2001:db8:2:1::1");
  });

  test("nothing is limited without figures", async () => {
    const quota = createSignUpQuota(world.management, null);
    for (let time = 0; time < 3; time++) await quota.countAttempt("192.0.2.1");
    await world.management.transactional(({ query }) => quota.countAccount(query));
    expect(await world.rows("select 1 from failure_window")).toEqual([]);
  });
});

describe("open authorizations", () => {
  const LIMIT = { kind: "resource_exhausted", reason: "AUTHORIZATION_LIMIT", retryAfterSeconds: expect.any(Number) };
  let owner: Someone;
  let clientId: string;
  let consent: ReturnType<typeof createConsentOperations>;

  beforeAll(async () => {
    const openAuthorizations = { openAuthorizationsPerAddress: 2, openAuthorizationsPerAccount: 2 };
    consent = createConsentOperations({ ...world.consentDeps, openAuthorizations });
    clientId = await someApp(world, await someone(world, { developer: true }));
  });

  beforeEach(async () => {
    await world.rows("delete from interaction returning 1");
    owner = await someone(world);
    await someMerchant(world, owner);
  });

  const begin = (call: Call) => consent.startAuthorization(request(clientId), call);
  const idOf = (outcome: BeginOutcome) => (outcome.kind === "interaction" ? outcome.interactionId : "");

  test("that wait for a sign-in are limited for each address", async () => {
    await begin(from("192.0.2.1"));
    await begin(from("192.0.2.1"));
    await expect(begin(from("192.0.2.1"))).rejects.toMatchObject(LIMIT);
    await begin(from("192.0.2.2"));
    await begin(from(null));
    await begin(owner.call);
  });

  test("an expired one, and one that somebody has signed in for, make room", async () => {
    await begin(from("192.0.2.1"));
    await world.rows("update interaction set expires_at = clock_timestamp() returning 1");
    const id = idOf(await begin(from("192.0.2.1")));
    await begin(from("192.0.2.1"));
    await expect(begin(from("192.0.2.1"))).rejects.toMatchObject(LIMIT);
    await consent.getInteraction(id, owner.call);
    await begin(from("192.0.2.1"));
  });

  test("of an account are limited for it alone; an answer makes room", async () => {
    const id = idOf(await begin(owner.call));
    await begin(owner.call);
    await expect(begin(owner.call)).rejects.toMatchObject(LIMIT);
    await begin((await someone(world)).call);
    const view = await consent.getInteraction(id, owner.call);
    const csrfToken = view.kind === "page" ? view.csrfToken : "";
    await consent.deny({ interactionId: id, csrfToken }, owner.call);
    await begin(owner.call);
  });

  test("are not limited without figures", async () => {
    for (let time = 0; time < 4; time++) await world.consent.startAuthorization(request(clientId), owner.call);
  });
});
