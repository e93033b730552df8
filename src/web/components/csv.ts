/** A cell; null is empty. */
export type CsvCell = string | number | boolean | null;

/**
 * The places where a formula may begin, also with a full-width sign. In languages with a decimal comma, such as German, spreadsheets take
 * semicolons in a CSV file as separators and ignore quotes inside of a cell.
 */
const FORMULA = /(^|;)(?=[=+\-@\t\r\n＝＋－＠])/g;
const QUOTED = /[",\r\n]/;

/**
 * A line of a CSV file. A text that a spreadsheet would run as a formula gets an apostrophe in front, which the spreadsheet does not show.
 * @see RFC 4180 §2
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toField).join(",")}\r\n`;
}

function toField(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = cell.replace(FORMULA, "$1'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The headers of a CSV file for download. @param name the file's name without its extension */
export function csvHeaders(name: string): Record<string, string> {
  return {
    "content-type": "text/csv; charset=utf-8; header=present",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "content-disposition": `attachment; filename="${name}.csv"`,
  };
}
