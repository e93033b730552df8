/** A prepared statement: PostgreSQL parses and plans `text` once per connection under `name`. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Runs a statement in whatever transaction it stands for and gives the rows. Values travel beside the text, never in it, so secrets and digests
 * stay out of the server's log.
 */
export type Query = <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** SQL: a moment as microseconds since the epoch, exact as a double until the year 2255. */
export function micros(expression: string): string {
  return `(extract(epoch from ${expression}) * 1000000)::float8`;
}

/** SQL: microseconds since the epoch as a moment. */
export function moment(expression: string): string {
  return `(timestamptz 'epoch' + ${expression} * interval '1 microsecond')`;
}
