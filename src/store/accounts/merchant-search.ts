import type { MerchantState } from "../../model/merchant.ts";
import type { Query } from "../connection/query.ts";
import {
  type Candidates,
  contains,
  findByName,
  NAME_KEY,
  type SearchedList,
  type SortOrder,
  searchPage,
  statementFor,
} from "../connection/search.ts";

export const MERCHANT_SORTS = ["NAME", "CREATED"] as const;
export type MerchantSort = (typeof MERCHANT_SORTS)[number];

export interface MerchantSearchQuery {
  /** Lists only the merchants of this account; null lists all. */
  memberId: string | null;
  /** Lists only the open test merchants of this account; null does not filter. */
  developerId: string | null;
  /** A part of the name. A text of one or two characters matches the start of the name only. */
  search: string | null;
  /** Null for all states. */
  state: MerchantState | null;
  /** Null for test merchants and others. */
  test: boolean | null;
  sort: MerchantSort;
  descending: boolean;
  limit: number;
  after: string[] | null;
}

const MERCHANTS: SearchedList = {
  name: "merchants",
  table: "merchant",
  idType: "text",
  matches: `(($5::uuid is null or exists (select from membership s where s.account_id = $5 and s.merchant_id = a.id))
    and ($6::uuid is null or (a.developer_id = $6 and a.state <> 'CLOSED')) and ($7::text is null or ${contains("a.name", "$7")})
    and ($8::text is null or a.state = $8) and ($9::boolean is null or a.test = $9))`,
  sorts: {
    NAME: { key: NAME_KEY, type: "text" },
    CREATED: { key: "a.created_at", type: "timestamp" },
  } satisfies Record<MerchantSort, SortOrder>,
};

/** One page of merchants in the order of `sort`. */
export async function searchMerchants(query: Query, search: MerchantSearchQuery) {
  const { memberId, developerId, search: text, state, test, ...page } = search;
  const filters = [memberId, developerId, text, state, test];
  return searchPage(query, MERCHANTS, { page: { ...page, filters }, candidates: candidatesOf(search) });
}

const OF_MEMBER = {
  name: "find-merchants-of-member",
  text: "select merchant_id as id from membership where account_id = $1 limit $2",
};
const OF_DEVELOPER = {
  name: "find-merchants-of-developer",
  text: "select id from merchant where developer_id = $1 limit $2",
};
const BY_NAME = findByName("merchants", "merchant");
/** The states of few merchants; an index has only these. */
const INACTIVE = {
  name: "find-inactive-merchants",
  text: "select id from merchant where state = $1 and state <> 'ACTIVE' limit $2",
};
const TEST = { name: "find-test-merchants", text: "select id from merchant where developer_id is not null limit $1" };

function candidatesOf({ memberId, developerId, search, state, test }: MerchantSearchQuery): Candidates[] {
  const named = [
    { statement: OF_MEMBER, value: memberId },
    { statement: OF_DEVELOPER, value: developerId },
    { statement: INACTIVE, value: state === "ACTIVE" ? null : state },
    { statement: statementFor(BY_NAME, search), value: search },
  ].flatMap(({ statement, value }) => (value === null ? [] : [{ statement, values: [value] }]));
  return test === true ? [...named, { statement: TEST, values: [] }] : named;
}
