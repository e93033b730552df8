import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sampleFamilies } from "../data/fill.ts";
import { tokenOf } from "../data/tokens.ts";
import { writeLines } from "../infrastructure.ts";
import { type LoadResult, runWrk, type WrkLoad } from "../load/wrk.ts";
import type { PeerTokens } from "../peers/oidc-provider.ts";
import { answersOf, type Bench, coresNote, inTurn, type Measurement, perSecond, ratioAtLeast } from "./bench.ts";
import { refreshByHttp } from "./loads.ts";

const TOKENS = 1_000;
const SPARE = 8;

interface Peer {
  origin: string;
  clientSecret: string;
  issue(count: number): Promise<PeerTokens>;
  stop(): Promise<void>;
}

async function startPeer(databaseUrl: string): Promise<Peer> {
  const script = join(import.meta.dirname, "..", "peers", "oidc-provider.ts");
  const env = { ...process.env, NODE_ENV: "production" };
  const child: ChildProcess = fork(script, [databaseUrl], { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const readLineOfPeer = async () => {
    const said = once(child, "message").then(([message]) => message);
    const ended = once(child, "exit").then(() => Promise.reject(new Error("node-oidc-provider ended by itself")));
    return Promise.race([said, ended]);
  };
  const { port, clientSecret } = (await readLineOfPeer()) as { port: number; clientSecret: string };
  return {
    origin: `http://127.0.0.1:${port}`,
    clientSecret,
    async issue(count) {
      child.send(count);
      return (await readLineOfPeer()) as PeerTokens;
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Refresh and introspection over HTTP, compared with node-oidc-provider under the same requests of the same generator. */
export const peer: Measurement = {
  name: "beside node-oidc-provider",
  async run(bench) {
    const { main, mostConnections } = bench;
    const provider = await startPeer(main.databaseUrl);
    const [few, many] = [Math.min(32, mostConnections), Math.min(128, mostConnections)];
    const ours = (connections: number) =>
      refreshByHttp({ deployment: main, infrastructure: bench.infrastructure, connections, seconds: bench.seconds });
    const results = await inTurn(bench, {
      "refresh, 32": () => ours(few),
      "theirs, 32": () => refreshTheirs(bench, provider, few),
      "refresh, 128": () => ours(many),
      "theirs, 128": () => refreshTheirs(bench, provider, many),
      introspection: await introspectOurs(bench, many),
      "their introspection": await introspectTheirs(bench, provider, many),
    }).finally(() => provider.stop());
    const row = (name: string, [own, other]: [LoadResult[], LoadResult[]], goal: number) => ({
      ...{ name, unit: "/s", goal: ratioAtLeast(goal), measured: perSecond(own), answers: answersOf(own, other) },
      limit: { name: "node-oidc-provider 9 with a PostgreSQL adapter, the same load", runs: perSecond(other) },
      notes: [coresNote("wrk", own)],
    });
    return [
      row("refresh, HTTP, 128 connections, beside a peer", [results["refresh, 128"], results["theirs, 128"]], 6),
      row("refresh, HTTP, 32 connections, beside a peer", [results["refresh, 32"], results["theirs, 32"]], 4),
      row(
        "introspection, HTTP, 128 connections, beside a peer",
        [results.introspection, results["their introspection"]],
        3,
      ),
    ];
  },
};

async function refreshTheirs(
  { infrastructure, seconds }: Bench,
  provider: Peer,
  connections: number,
): Promise<LoadResult> {
  const tokens = await provider.issue(connections + SPARE);
  const file = await writeLines(infrastructure.directory, tokens.refresh);
  const args = [file, "bench", provider.clientSecret, "0", "/token", "form"];
  return runWrk({ origin: provider.origin, script: "refresh", args, connections, seconds });
}

async function introspectOurs(
  { main, infrastructure, seconds }: Bench,
  connections: number,
): Promise<() => Promise<LoadResult>> {
  const families = await sampleFamilies(main.pool, TOKENS);
  const file = await writeLines(
    infrastructure.directory,
    families.map((family) => tokenOf("at", family.accessId)),
  );
  const args = [file, `Bearer ${main.platform.serviceKey}`, "/oauth/introspect", ""];
  const load: WrkLoad = { origin: main.service.origin, script: "introspect", args, connections, seconds };
  return () => runWrk(load);
}

async function introspectTheirs(
  { infrastructure, seconds }: Bench,
  provider: Peer,
  connections: number,
): Promise<() => Promise<LoadResult>> {
  const { access } = await provider.issue(TOKENS);
  const file = await writeLines(infrastructure.directory, access);
  const credentials = `&client_id=bench&client_secret=${provider.clientSecret}`;
  const args = [file, "none", "/token/introspection", credentials];
  return () => runWrk({ origin: provider.origin, script: "introspect", args, connections, seconds });
}
