import pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createTestDatabase } from "../database.ts";
import { addAccount, addMerchant, developerCall } from "./accounts.ts";
import { addCatalogue } from "./apps.ts";
import { addScopes } from "./consent.ts";
import { createWorld, type Dependencies, type World } from "./world.ts";

/** The world of a test file: created before the first test, closed after the last. */
export function useWorld(given: Partial<Dependencies> = {}): World {
  return useOpened(() => createWorld(given));
}

/** A world, site or service of the test file: opened before the first test, closed after the last. */
export function useOpened<T extends { close(): Promise<void> }>(open: () => Promise<T>): T {
  const opened = perFile(open);
  afterAll(() => opened.close?.());
  return opened;
}

/** A database of the test file with a pool, without a world. */
export function useTestDatabase() {
  const database = perFile(async () => {
    const { url, drop } = await createTestDatabase();
    const sql = new pg.Pool({ connectionString: url, max: 4 });
    // Dropping the database ends idle connections; that must not fail a test.
    sql.on("error", () => {});
    return { url, drop, sql };
  });
  afterAll(async () => {
    await database.sql.end();
    await database.drop();
  });
  return database;
}

/** A database of the test file with one session. */
export function useTestSession() {
  return useOpened(async () => {
    const { url, drop } = await createTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return { url, client, close: () => client.end().then(drop) };
  });
}

/** An object that is filled before the first test of the file, and empty until then. */
export function perFile<T extends object>(create: () => Promise<T>): T {
  const created = {} as T;
  beforeAll(async () => void Object.assign(created, await create()));
  return created;
}

/** An object that is filled anew before each test. */
export function perTest<T extends object>(create: () => Promise<T>): T {
  const created = {} as T;
  beforeEach(async () => void Object.assign(created, await create()));
  return created;
}

/** A world with the scopes of the app tests and a developer. */
export function useAppWorld() {
  const world = useWorld();
  beforeAll(() => addCatalogue(world));
  return { world, developer: perFile(() => developerCall(world)) };
}

/** A world with the scopes of the consent tests, a developer, and a new account for each test. */
export function useConsentWorld() {
  const world = useWorld();
  beforeAll(() => addScopes(world));
  const developer = perFile(() => addAccount(world, { developer: true }));
  return { world, developer, owner: perTest(() => addAccount(world)) };
}

/** As `useConsentWorld`, and a new shop of the account for each test. */
export function useShopWorld() {
  const { world, developer, owner } = useConsentWorld();
  return { world, developer, owner, shop: perTest(() => addMerchant(world, owner)) };
}

/** A world with an operator, and a new account with a new shop for each test. */
export function useOwnerWorld() {
  const world = useWorld();
  const operator = perFile(() => addAccount(world, { operator: true }));
  const owner = perTest(() => addAccount(world));
  return { world, operator, owner, shop: perTest(() => addMerchant(world, owner)) };
}
