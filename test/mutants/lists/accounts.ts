import type { Mutant } from "../mutant.ts";

/** Who holds an address, who created a key, and how much one party may take up. */
export const ACCOUNT_MUTANTS: Mutant[] = [
  {
    id: "own-app-by-key",
    flaw: "an operator approves their own app with a service key",
    file: "src/service/apps/access.ts",
    find: "return { ownsApp: caller.createdBy === developerId };",
    put: "return { ownsApp: false };",
    test: ["test/service/apps/reviewing.test.ts", "by a service key that they created"],
  },
  {
    id: "key-of-a-key-has-no-creator",
    flaw: "a key that a key created is nobody's",
    file: "src/service/accounts/service-key.ts",
    find: "call.actor?.accountId ?? call.caller.createdBy ?? null",
    put: "call.actor?.accountId ?? null",
    test: ["test/service/accounts/service-key.test.ts", "and so do the keys that it creates"],
  },
  {
    id: "bootstrap-key-acts-as-gateway",
    flaw: "the first key has web:act",
    file: "src/service/accounts/bootstrap.ts",
    find: "rights = PLATFORM_RIGHTS",
    put: "rights = RIGHTS",
    test: ["test/service/accounts/account.test.ts", "without web:act and for 90 days"],
  },
];
