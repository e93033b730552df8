// Prints the failures in Vitest's JSON reports, the tests that passed at the second attempt only, and, as the last line, the number of passed and failed tests.
// Usage: node count.cjs DIRECTORY FAILED_STAGES EXIT_CODE
const { readdirSync, readFileSync } = require("node:fs");

const [directory, failedStages, exitCode] = process.argv.slice(2);
let passed = 0;
let failed = Number(failedStages);
for (const name of readdirSync(directory, { recursive: true }).filter((file) => file.endsWith(".json"))) {
  const report = JSON.parse(readFileSync(`${directory}/${name}`, "utf8"));
  passed += report.numPassedTests;
  failed += report.numTotalTests - report.numPassedTests;
  for (const file of report.testResults) {
    printUnstable(file);
    printFailures(file);
  }
}
if (failed === 0 && exitCode !== "0") failed = 1;
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function printFailures({ name, message, assertionResults }) {
  const path = name.slice(name.indexOf("/test/") + 1);
  if (message) print(`${path}\n${indent(message)}`);
  for (const { status, fullName, failureMessages } of assertionResults.filter((test) => test.status !== "passed"))
    print(`${status}: ${path} > ${fullName}\n${failureMessages.map(indent).join("\n")}`);
}

function printUnstable({ name, assertionResults }) {
  const path = name.slice(name.indexOf("/test/") + 1);
  for (const { fullName, failureMessages } of assertionResults.filter(
    (test) => test.status === "passed" && test.failureMessages.length > 0,
  ))
    print(`passed at the second attempt only: ${path} > ${fullName}\n${failureMessages.map(indent).join("\n")}`);
}

function indent(text) {
  const lines = text.split("\n").slice(0, 30);
  return lines.map((line) => `    ${line}`).join("\n");
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
