import { openSync, writeSync } from "node:fs";
import { createServer } from "node:http";

/**
 * A receiver that writes each accepted webhook to a file before it answers, so that the record survives a kill. It answers some requests
 * slowly, and rejects some with 500.
 */
const [port = "", file = ""] = process.argv.slice(2);
const log = openSync(file, "a");
let count = 0;

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    count++;
    if (count % 50 === 0) return void response.writeHead(500).end();
    const { data } = JSON.parse(body);
    writeSync(log, `${data.installation_id} ${data.sequence}\n`);
    setTimeout(() => response.writeHead(204).end(), count % 10 === 0 ? 20 : 0);
  });
});
process.once("disconnect", () => process.exit());
server.listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
