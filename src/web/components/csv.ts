/** The value of a cell; null makes an empty cell. */
export type CsvCell = string | number | boolean | null;

/**
 * Matches the places where a formula may begin, also with a full-width sign. In languages with a decimal comma, such as German,
 * spreadsheets split CSV lines at semicolons too, even within quotes.
 */
const FORMULA = /(^|;)(?=[=+\-@\t\r\n＝＋－＠])/g;
const QUOTED = /[",\r\n]/;

/**
 * Formats a line of a CSV file. Puts an apostrophe, which spreadsheets hide, before a text that they would run as a formula.
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
