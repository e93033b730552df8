/** The fields of V8's profile that are used here. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

/** A share of the busy time, in percent. */
export interface Share {
  name: string;
  percent: number;
}

export interface Summary {
  /** The percentage of busy time. The total excludes periods in which another process had the core. */
  busyPercent: number;
  /** Shares by module, package or Node. */
  places: Share[];
  /** Functions by self time. */
  functions: Share[];
}

/** The maximum time of a sample in microseconds. During a longer gap, another process had the core. */
const LONGEST_SAMPLE = 1_500;

/** The shares of the time of a process, without idle time. */
export function summarise({ nodes, samples, timeDeltas }: CpuProfile): Summary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [places, functions] = [new Map<string, number>(), new Map<string, number>()];
  let [busy, all] = [0, 0];
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id)!;
    const time = Math.min(LONGEST_SAMPLE, timeDeltas[at] ?? 0);
    all += time;
    if (frame.functionName === "(idle)") continue;
    busy += time;
    const place = placeOf(frame);
    add(places, place, time);
    const name = isSpecial(frame.functionName)
      ? frame.functionName
      : `${frame.functionName || "(anonymous)"}  ${fileOf(frame)}`;
    add(functions, name, time);
  }
  return {
    busyPercent: all === 0 ? 0 : (busy / all) * 100,
    places: shares(places, busy),
    functions: shares(functions, busy),
  };
}

type Frame = CpuProfile["nodes"][number]["callFrame"];

const isSpecial = (name: string): boolean => /^\((garbage collector|program|root)\)$/.test(name);

/** `src/store`, the name of a package, `node`, or V8's own work: the garbage collector and `(program)`, which is native code. */
function placeOf({ functionName, url }: Frame): string {
  if (isSpecial(functionName)) return functionName;
  const packaged = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (packaged !== undefined) return packaged;
  const room = /\/(src\/[^/]+|gen)\//.exec(url)?.[1];
  if (room !== undefined) return room;
  return url.startsWith("node:") || url === "" ? "node" : url.replace(/^.*\//, "");
}

const fileOf = ({ url, lineNumber }: Frame): string =>
  url === ""
    ? "native"
    : `${url.replace(/^.*\/(node_modules|src|gen)\//, (path) => (path.endsWith("node_modules/") ? "" : path.replace(/^.*\/(src|gen)\/$/, "$1/")))}:${lineNumber + 1}`;

function add(map: Map<string, number>, name: string, time: number): void {
  map.set(name, (map.get(name) ?? 0) + time);
}

function shares(times: Map<string, number>, whole: number): Share[] {
  return [...times]
    .map(([name, time]) => ({ name, percent: whole === 0 ? 0 : (time / whole) * 100 }))
    .sort((one, other) => other.percent - one.percent);
}
