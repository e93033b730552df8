import { type DescMessage, type MessageShape, toJson } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import Table from "cli-table3";

/** Options that every command has. */
export interface Output {
  /** Print the RPC's answer as JSON, for programs. */
  json?: boolean;
}

/** A column of a table: its head and what it shows of a row. */
export type Columns<T> = Record<string, (row: T) => string | number | boolean>;

/** Prints the answer of an RPC as JSON, in the protobuf JSON mapping. */
export function printJson<D extends DescMessage>(schema: D, message: MessageShape<D>): void {
  console.log(JSON.stringify(toJson(schema, message, { alwaysEmitImplicit: true }), null, 2));
}

const bare = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** Prints rows under heads; says so where there are none. */
export function printTable<T>(rows: T[], columns: Columns<T>, none = "none"): void {
  if (rows.length === 0) {
    console.log(none);
    return;
  }
  const plain = { "padding-left": 0, "padding-right": 0, head: [], border: [] };
  const table = new Table({ head: Object.keys(columns).map((head) => head.toUpperCase()), chars: bare, style: plain });
  for (const row of rows) table.push(Object.values(columns).map((cell) => printable(String(cell(row)))));
  console.log(trimLines(table.toString()));
}

/** Prints one thing, a line for each field that has a value. */
export function printFields(fields: Record<string, string | number | boolean>): void {
  const shown = Object.entries(fields).filter(([, value]) => value !== "");
  const width = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) console.log(`${name.padEnd(width)}  ${printable(String(value))}`);
}

/** Tells how to get the next page, where there is one. */
export function printMore(nextPageToken: string): void {
  if (nextPageToken !== "") console.log(`\nmore: add --page-token ${nextPageToken}`);
}

/** `2026-11-20 14:27`, in UTC; empty for none. */
export function moment(at: Timestamp | undefined): string {
  return at === undefined ? "" : timestampDate(at).toISOString().slice(0, 16).replace("T", " ");
}

/** An enum value without its prefix, in lower case: `APPROVED` is `approved`. */
export function word(values: Record<string, number>, value: number): string {
  const name = Object.keys(values).find((key) => values[key] === value);
  return name === undefined || value === 0 ? "" : name.toLowerCase();
}

/** Text from elsewhere must not steer the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}

function trimLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}
