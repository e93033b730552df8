import { GuardError, isDivisionByZero } from "./errors.ts";

/** A prepared statement: PostgreSQL parses and plans `text` once per connection under `name`. Management prepares only `prepared` ones. */
export interface Statement {
  name: string;
  text: string;
  /**
   * True if management prepares it too: a frequent statement whose best plan is the same for all values, as after five runs PostgreSQL may
   * keep one plan. No other text has its name.
   */
  prepared?: true;
  /** True if it changes nothing but may lock rows. It is then sent without waiting for the result of BEGIN. */
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

/** Performs a write; its statement is sent synchronously. @throws GuardError if the statement's guard fails */
export async function perform(query: Query, { statement, values, guard }: Write): Promise<void> {
  try {
    await query(statement, values);
  } catch (error) {
    throw guard !== undefined && isDivisionByZero(error) ? new GuardError(guard) : error;
  }
}

/**
 * SQL: the end of a writing statement that fails unless each part touched as many rows as `$1` has elements. The check is in SQL, because
 * the commit is sent without waiting for the result of the write.
 */
export function guarded(...parts: string[]): string {
  const whole = parts.map((part) => `(select count(*) from ${part}) = cardinality($1)`);
  return `select 1 / (${whole.join(" and ")})::int as held`;
}

const REFERENCE = "timestamptz '2020-01-01 00:00:00+00'";
const REFERENCE_MICROS = Date.UTC(2020, 0) * 1000;

/**
 * SQL: a timestamp as microseconds since the epoch. Relative to 2020, a double is exact until 2091 after rounding. The exact `extract`
 * computes with decimals and takes five times as long.
 */
export function micros(expression: string): string {
  return `(round(date_part('epoch', ${expression} - ${REFERENCE}) * 1000000) + ${REFERENCE_MICROS})`;
}

/** SQL: microseconds since the epoch as a timestamp. */
export function timestamp(expression: string): string {
  return `(timestamptz 'epoch' + ${expression} * interval '1 microsecond')`;
}
