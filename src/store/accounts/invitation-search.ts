import type { Query, Statement } from "../connection/query.ts";
import {
  beginsWith,
  type Candidates,
  contains,
  type SearchedList,
  searchPage,
  statementFor,
  type TextStatements,
} from "../connection/search.ts";
import { findInvitationViews, type InvitationListQuery, type InvitationView, stateOf } from "./invitation-list.ts";

export type InvitationSearchQuery = Omit<InvitationListQuery, "emailPrefix"> & {
  /** Lower case. A part of the e-mail address. A text of one or two characters matches its start only. */
  search: string;
};

const INVITATIONS: SearchedList = {
  name: "invitations",
  table: "invitation",
  idType: "uuid",
  matches: `(${contains("a.email", "$5::text")} and ($6::boolean or ${stateOf("a")} = 'OPEN')
    and ($7::text is null or a.merchant_id = $7) and ($8::uuid is null or a.team_id = $8))`,
  sorts: { CREATED: { key: null, type: "text" } },
};

/** One page of the invitations whose address contains a text, newest first. */
export async function searchInvitations(
  query: Query,
  { search, ended, merchantId, teamId = null, limit, after }: InvitationSearchQuery,
): Promise<{ shown: InvitationView[]; next: string[] | null }> {
  const filters = [search, ended, merchantId, teamId];
  const page = { sort: "CREATED", descending: true, limit, after, filters };
  const candidates: Candidates[] = [
    { statement: statementFor(BY_EMAIL, search), value: search },
    { statement: OF_MERCHANT, value: merchantId },
    { statement: OF_TEAM, value: teamId },
  ].flatMap(({ statement, value }) => (value === null ? [] : [{ statement, values: [value] }]));
  const { shown, next } = await searchPage(query, INVITATIONS, { page, candidates });
  const ids = shown.map(({ id }) => id);
  return { shown: await findInvitationViews(query, ids), next: next && [next.key, next.id] };
}

const OF_MERCHANT = find("of-merchant", "merchant_id = $1");
const OF_TEAM = find("of-team", "team_id = $1");
export const BY_EMAIL: TextStatements = {
  part: find("with-part", `search_trigrams(email) @> search_trigrams(fold_name($1)) and ${contains("a.email", "$1")}`),
  start: find("with-start", beginsWith('a.email collate "C"')),
};

function find(name: string, where: string): Statement {
  return { name: `find-invitations-${name}`, text: `select id from invitation a where ${where} limit $2` };
}
