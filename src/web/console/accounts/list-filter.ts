import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type Account,
  AccountRole,
  AccountSort,
  AccountState,
  type ListAccountsRequestSchema,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Order, readOrder } from "../../components/sort.ts";
import type { PageContext } from "../../router/page-router.ts";
import { accountById, exactFirst } from "../search.ts";

const SORTS = { email: AccountSort.EMAIL, created: AccountSort.CREATED };
const SORT_KEYS = ["email", "created"] as const;

/** The tabs: the roles and the state that few accounts have, and the operators whom only a password protects. */
const GROUPS = {
  operators: { role: AccountRole.OPERATOR },
  developers: { role: AccountRole.DEVELOPER },
  suspended: { state: AccountState.SUSPENDED },
  unprotected: { role: AccountRole.OPERATOR, withoutSecondFactor: true },
} as const;
export const GROUP_KEYS = ["operators", "developers", "suspended", "unprotected"] as const;

/** True if only a password protects an operator. */
export function isUnprotected({ secondFactorAt, operator, hasPassword }: Account): boolean {
  return secondFactorAt === undefined && operator && hasPassword;
}

/** The filter and the order of the list of accounts. */
export interface AccountListFilter {
  /** The text of the search, as typed. */
  email: string;
  /** Empty for all accounts. */
  group: "" | (typeof GROUP_KEYS)[number];
  order: Order<(typeof SORT_KEYS)[number]>;
  /** The order as in the query. */
  sort: string;
}

export function readAccountFilter({ query }: PageContext): AccountListFilter {
  const sort = query.one("sort") ?? "";
  return {
    email: query.one("email") ?? "",
    group: GROUP_KEYS.find((key) => key === query.one("group")) ?? "",
    order: readOrder(sort, SORT_KEYS, { key: "email", descending: false }),
    sort,
  };
}

/** The request for a filter, without the fields for its page. */
export function requestOf({
  email,
  group,
  order,
}: AccountListFilter): MessageInitShape<typeof ListAccountsRequestSchema> {
  return {
    search: email,
    ...(group !== "" && GROUPS[group]),
    sort: SORTS[order.key],
    descending: order.descending,
    withLastSignIn: true,
  };
}

/** The accounts of a page. On the first page, the account with the searched id comes first. */
export async function withExact(
  context: PageContext,
  { email, group }: AccountListFilter,
  { accounts, token }: { accounts: readonly Account[]; token: string },
): Promise<readonly Account[]> {
  // A core of the previous release lists all operators.
  if (group === "unprotected") return accounts.filter(isUnprotected);
  const exact = token === "" ? await accountById(context, email.trim()) : null;
  return exactFirst(exact, accounts, ({ accountId }) => accountId);
}
