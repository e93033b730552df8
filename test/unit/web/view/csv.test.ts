import { expect, test } from "vitest";
import { csvLine } from "../../../../src/web/components/csv.ts";

test.each([
  { name: "plain values and nothing", cells: ["a", 1, true, null, ""], line: "a,1,true,," },
  {
    name: "RFC 4180 §2: commas, quotes and line breaks",
    cells: ["a,b", 'say "hi"', "one\r\ntwo"],
    line: '"a,b","say ""hi""","one\r\ntwo"',
  },
  {
    name: "formulas",
    cells: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1"],
    line: `'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'\r=1","'\n=1",'＝1+1`,
  },
  {
    name: "a formula with quotes",
    cells: ['=HYPERLINK("https://evil.example","x")'],
    line: `"'=HYPERLINK(""https://evil.example"",""x"")"`,
  },
  {
    name: "a formula after a semicolon, which separates cells in German spreadsheets",
    cells: ['Shop;=HYPERLINK("https://evil.example");', "a; b;c", "a;-1", ";;+1"],
    line: `"Shop;'=HYPERLINK(""https://evil.example"");",a; b;c,a;'-1,;;'+1`,
  },
  { name: "a number below zero, which is no text", cells: [-1], line: "-1" },
])("writes $name", ({ cells, line }) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});
