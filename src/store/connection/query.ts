import { GuardError, isDivisionByZero } from "./errors.ts";

/**
 * A prepared statement: PostgreSQL parses and plans `text` once per connection under `name`. The management pool prepares only statements
 * with `prepared`.
 */
export interface Statement {
  name: string;
  text: string;
  /**
   * True if the management pool prepares the statement too. Only for frequent statements whose best plan is the same for all values,
   * because after five runs PostgreSQL may keep one plan. The name must belong to this text only.
   */
  prepared?: true;
  /** True if the statement changes no rows; it may lock rows. It is then sent without waiting for the result of BEGIN. */
  readOnly?: true;
}

/**
 * Runs a statement and returns its rows. Values are sent as parameters, never in the text, so that secrets and digests stay out of
 * the server's log.
 */
export type Query = <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** A statement with its values. */
export interface Write {
  statement: Statement;
  values: readonly unknown[];
  /** The error message for a failed guard of a `guarded` statement. */
  guard?: string;
}

/** Performs a write. Its statement is sent before this function returns its promise. @throws GuardError if the statement's guard fails */
export async function perform(query: Query, { statement, values, guard }: Write): Promise<void> {
  try {
    await query(statement, values);
  } catch (error) {
    throw guard !== undefined && isDivisionByZero(error) ? new GuardError(guard) : error;
  }
}

/**
 * SQL: the end of a writing statement that makes it fail unless each part changed as many rows as `$1` has elements. The check is in SQL,
 * because the commit is sent without waiting for the result of the write.
 */
export function guarded(...parts: string[]): string {
  const whole = parts.map((part) => `(select count(*) from ${part}) = cardinality($1)`);
  return `select 1 / (${whole.join(" and ")})::int as held`;
}

const REFERENCE = "timestamptz '2020-01-01 00:00:00+00'";
const REFERENCE_MICROS = Date.UTC(2020, 0) * 1000;

/**
 * SQL: a timestamp as microseconds since the epoch. Computes with doubles relative to 2020, which are exact after rounding until 2091.
 * `extract` computes with decimals and takes five times as long.
 */
export function micros(expression: string): string {
  return `(round(date_part('epoch', ${expression} - ${REFERENCE}) * 1000000) + ${REFERENCE_MICROS})`;
}

/** SQL: microseconds since the epoch as a timestamp. */
export function timestamp(expression: string): string {
  return `(timestamptz 'epoch' + ${expression} * interval '1 microsecond')`;
}
