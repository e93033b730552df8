import { micros, type Query, type Statement } from "../connection/query.ts";
import { nameKey } from "../connection/search.ts";

/** A reason with a text in each language. */
export interface DecisionTemplateValues {
  name: string;
  reasonCode: string;
  textEn: string;
  textDe: string;
}

export interface DecisionTemplateRow extends DecisionTemplateValues {
  id: string;
  /** Microseconds. */
  updatedAt: number;
  /** The number of the last change. */
  revision: number;
}

const COLUMNS = `
  id, name, reason_code as "reasonCode", text_en as "textEn", text_de as "textDe", revision, ${micros("updated_at")} as "updatedAt"`;

const LIST: Statement = {
  name: "list-decision-templates",
  text: `select ${COLUMNS} from decision_template order by ${nameKey("decision_template")}, id`,
};

export function listTemplates(query: Query): Promise<DecisionTemplateRow[]> {
  return query<DecisionTemplateRow>(LIST, []);
}

// The lock serializes insertions, so that concurrent insertions cannot exceed the limit together.
const LOCK: Statement = {
  name: "lock-decision-templates",
  text: "lock table decision_template in share row exclusive mode",
};

const INSERT: Statement = {
  name: "insert-decision-template",
  text: `
    insert into decision_template (name, reason_code, text_en, text_de)
    select $1, $2, $3, $4 where (select count(*) from decision_template) < $5 returning ${COLUMNS}`,
};

/** Adds a template; null if there are already `limit` templates. @throws a constraint violation for the name of another template */
export async function addTemplate(
  query: Query,
  { name, reasonCode, textEn, textDe }: DecisionTemplateValues,
  limit: number,
): Promise<DecisionTemplateRow | null> {
  await query(LOCK, []);
  const [row = null] = await query<DecisionTemplateRow>(INSERT, [name, reasonCode, textEn, textDe, limit]);
  return row;
}

const UPDATE: Statement = {
  name: "update-decision-template",
  text: `
    update decision_template set name = $2, reason_code = $3, text_en = $4, text_de = $5,
      revision = revision + 1, updated_at = clock_timestamp()
    where id = $1 and ($6::integer is null or revision = $6) returning ${COLUMNS}`,
};

const EXISTS: Statement = {
  name: "decision-template-exists",
  text: "select 1 from decision_template where id = $1",
};

/** True if there is a template with the id. */
export async function hasTemplate(query: Query, id: string): Promise<boolean> {
  return (await query(EXISTS, [id])).length > 0;
}

/** Replaces a template. Null if there is none with the id, or if it has another revision. @param revision null: any */
export async function replaceTemplate(
  query: Query,
  { id, revision }: { id: string; revision: number | null },
  { name, reasonCode, textEn, textDe }: DecisionTemplateValues,
): Promise<DecisionTemplateRow | null> {
  const [row = null] = await query<DecisionTemplateRow>(UPDATE, [id, name, reasonCode, textEn, textDe, revision]);
  return row;
}

const DELETE: Statement = {
  name: "delete-decision-template",
  text: `delete from decision_template where id = $1 returning ${COLUMNS}`,
};

/** Deletes a template and returns it; null if there is none with the id. */
export async function deleteTemplate(query: Query, id: string): Promise<DecisionTemplateRow | null> {
  const [row = null] = await query<DecisionTemplateRow>(DELETE, [id]);
  return row;
}
