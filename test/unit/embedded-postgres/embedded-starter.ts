import pino from "pino";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";

/** Runs the embedded database in a separate process, for tests that kill it: prints the URL, stops on SIGTERM. */
const database = await startEmbedded({ dataDir: process.argv[2]!, log: pino({ level: "silent" }), durable: false });
console.log(database.url);
const alive = setInterval(() => {}, 60_000);
process.once("SIGTERM", async () => {
  await database.stop();
  clearInterval(alive);
});
