import { type DescMessage, type JsonValue, type MessageShape, toJson } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import Table from "cli-table3";
import { typed } from "./program-name.ts";

/** Options that every command has. */
export interface Output {
  /** Print the RPC's answer as JSON, for programs. */
  json?: boolean;
}

/** A list is shown as its words, in as many lines as they need. */
export type Cell = string | number | boolean | readonly string[];

/** A column of a table: its head and what it shows of a row. */
export type Columns<T> = Record<string, (row: T) => Cell>;

/** Where a cell that is a list is broken. */
const LIST_WIDTH = 44;

/** Prints a line for people; whatever came from elsewhere in it cannot steer the terminal. */
export function print(line = ""): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Prints the answer of an RPC as JSON, in the protobuf JSON mapping. */
export function printJson<D extends DescMessage>(schema: D, message: MessageShape<D>): void {
  printValue(jsonOf(schema, message));
}

/** An answer in the protobuf JSON mapping, empty fields included. */
export function jsonOf<D extends DescMessage>(schema: D, message: MessageShape<D>): JsonValue {
  return toJson(schema, message, { alwaysEmitImplicit: true });
}

/** Prints one JSON document. */
export function printValue(value: JsonValue): void {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = JSON.stringify(value, null, 2).replace(/[^\n\P{Cc}]|\p{Cf}/gu, (character) =>
    character.split("").map(escaped).join(""),
  );
  process.stdout.write(`${text}\n`);
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

/** Prints rows under heads, without the columns in which no row has anything; says so where there are no rows. */
export function printTable<T>(rows: readonly T[], columns: Columns<T>, none = "none"): void {
  if (rows.length === 0) {
    print(none);
    return;
  }
  const cells = rows.map((row) => Object.values(columns).map((cell) => show(cell(row))));
  const used = Object.keys(columns).map((_, index) => cells.some((line) => line[index] !== ""));
  const keep = <C>(line: C[]) => line.filter((_, index) => used[index]);
  const head = keep(Object.keys(columns)).map((name) => name.toUpperCase());
  const plain = { "padding-left": 0, "padding-right": 0, head: [], border: [] };
  const table = new Table({ head, chars: bare, style: plain });
  table.push(...cells.map(keep));
  for (const line of table.toString().split("\n")) process.stdout.write(`${line.trimEnd()}\n`);
}

function show(cell: Cell): string {
  if (typeof cell !== "object") return printable(String(cell));
  const lines: string[] = [];
  for (const word of cell.map(printable)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LIST_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

/** Prints one thing, a line for each field that has a value. */
export function printFields(fields: Record<string, string | number | boolean>): void {
  const shown = Object.entries(fields).filter(([, value]) => value !== "");
  const width = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) print(`${name.padEnd(width)}  ${value}`);
}

/** Tells what may well come next. */
export function printNext(why: string, command: string): void {
  print();
  print(`${why}: ${typed(command)}`);
}

/** Tells how to get the next page, where there is one. */
export function printMore(nextPageToken: string): void {
  if (nextPageToken === "") return;
  print();
  print(`There are more: add --page-token ${nextPageToken}`);
}

/** `2026-11-20 14:27`, in UTC; empty for none. */
export function moment(at: Timestamp | undefined): string {
  return at === undefined ? "" : timestampDate(at).toISOString().slice(0, 16).replace("T", " ");
}

/** An enum value without its prefix, as the options take it: `IN_REVIEW` is `in-review`. */
export function word(values: Record<string, string | number>, value: number): string {
  const name = Object.keys(values).find((key) => values[key] === value);
  return name === undefined || value === 0 ? "" : name.toLowerCase().replaceAll("_", "-");
}

/** A reason's code and words in one. */
export function because(code: string, text: string): string {
  return [code, text].filter((part) => part !== "").join(": ");
}

/** At most so many characters of a text. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Text from elsewhere must not steer the terminal, nor look like lines of ours. */
export function printable(text: string): string {
  return text.replace(/[\t\n\r]+/g, " ").replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\uFFFD");
}
