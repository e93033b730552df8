import { type DescMessage, type JsonValue, type MessageShape, toJson } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import Table from "cli-table3";
import { commandLine } from "./help-text.ts";

/** The options of every command. */
export interface Output {
  /** True prints the response of the RPC as JSON. */
  json?: boolean;
}

/** The content of a cell. A list is wrapped between its items. */
export type Cell = string | number | boolean | readonly string[];

/** The columns of a table by name: each function returns the cell of a row. */
export type Columns<T> = Record<string, (row: T) => Cell>;

/** The line width of a list in a cell, in characters. */
const LIST_WIDTH = 44;

/** Prints a line, with the control characters of external text replaced. */
export function print(line = ""): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Prints a response in the protobuf JSON mapping. */
export function printJson<D extends DescMessage>(schema: D, message: MessageShape<D>): void {
  printValue(jsonOf(schema, message));
}

/** A message in the protobuf JSON mapping, including fields with default values. */
export function jsonOf<D extends DescMessage>(schema: D, message: MessageShape<D>): JsonValue {
  return toJson(schema, message, { alwaysEmitImplicit: true });
}

/** Prints a JSON document, with control and format characters escaped. */
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

/** Prints a table without its empty columns; prints "none" if there are no rows. */
export function printTable<T>(rows: readonly T[], columns: Columns<T>): void {
  if (rows.length === 0) {
    print("none");
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

/** Prints one line for each field that is not empty. */
export function printFields(fields: Record<string, string | number | boolean>): void {
  const shown = Object.entries(fields).filter(([, value]) => value !== "");
  const width = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) print(`${name.padEnd(width)}  ${value}`);
}

/** Prints a suggested next command. */
export function printNext(purpose: string, command: string): void {
  print();
  print(`${purpose}: ${commandLine(command)}`);
}

/** Prints the option that shows the next page, if there is a next page. */
export function printMore(nextPageToken: string): void {
  if (nextPageToken === "") return;
  print();
  print(`For the next page, add --page-token ${nextPageToken}`);
}

/** `2026-11-20 14:27` in UTC; empty if undefined. */
export function formatTime(at: Timestamp | undefined): string {
  return at === undefined ? "" : timestampDate(at).toISOString().slice(0, 16).replace("T", " ");
}

/** The name of an enum value as options take it: `in-review` for `IN_REVIEW`; empty for the zero value. */
export function enumName(values: Record<string, string | number>, value: number): string {
  const name = Object.keys(values).find((key) => values[key] === value);
  return name === undefined || value === 0 ? "" : name.toLowerCase().replaceAll("_", "-");
}

/** `CODE: text`, or the part that is not empty. */
export function formatReason(code: string, text: string): string {
  return [code, text].filter((part) => part !== "").join(": ");
}

/** Shortens a text to a number of characters. */
export function truncate(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** Replaces control and format characters: external text must not control the terminal or add lines. */
export function printable(text: string): string {
  return text.replace(/[\t\n\r]+/g, " ").replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\uFFFD");
}
