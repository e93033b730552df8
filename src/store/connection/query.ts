import { GuardError, isDivisionByZero } from "./errors.ts";

/** A prepared statement: PostgreSQL parses and plans `text` once per connection under `name`. */
export interface Statement {
  name: string;
  text: string;
  /** True if it changes nothing, though it may lock: it can be sent before it is known that its transaction has begun. */
  readOnly?: true;
}

/**
 * Runs a statement in whatever transaction it stands for and gives the rows. Values travel beside the text, never in it, so secrets and digests
 * stay out of the server's log.
 */
export type Query = <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** A statement with its values, all of it ready to be sent. */
export interface Write {
  statement: Statement;
  values: readonly unknown[];
  /** For a statement that ends in `guarded`: what is wrong if it touched fewer rows than it must. */
  guard?: string;
}

/** Does a write. Its statement is sent before this returns. Throws a GuardError where the statement's own guard failed. */
export async function perform(query: Query, { statement, values, guard }: Write): Promise<void> {
  try {
    await query(statement, values);
  } catch (error) {
    throw guard !== undefined && isDivisionByZero(error) ? new GuardError(guard) : error;
  }
}

/**
 * SQL: the end of a writing statement that fails, and its transaction with it, unless each of its parts touched as many rows as `$1` names:
 * the commit is sent right behind the write, so nobody else can look before it.
 */
export function guarded(...parts: string[]): string {
  const whole = parts.map((part) => `(select count(*) from ${part}) = cardinality($1)`);
  return `select 1 / (${whole.join(" and ")})::int as held`;
}

const NEAR = "timestamptz '2020-01-01 00:00:00+00'";
const NEAR_MICROS = Date.UTC(2020, 0) * 1000;

/**
 * SQL: a moment as microseconds since the epoch. Counted from 2020 a double has them exactly until the year 2091, and `round` mends what the
 * division by a million lost; `extract`, exact by itself, calculates in decimals and takes five times as long.
 */
export function micros(expression: string): string {
  return `(round(date_part('epoch', ${expression} - ${NEAR}) * 1000000) + ${NEAR_MICROS})`;
}

/** SQL: microseconds since the epoch as a moment. */
export function moment(expression: string): string {
  return `(timestamptz 'epoch' + ${expression} * interval '1 microsecond')`;
}
