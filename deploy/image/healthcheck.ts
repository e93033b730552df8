/**
 * Exits with 0 if the process of this container lives. A container whose database is away is healthy but not ready: a restart would not
 * help, so this asks `/healthz`. Load balancers ask `/readyz`.
 */
const port = process.env.HEALTH_PORT ?? "8082";
const host = process.env.INTERNAL_HOST ?? "127.0.0.1";
const target = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
const authority = target.includes(":") ? `[${target}]:${port}` : `${target}:${port}`;

const answer = await fetch(`http://${authority}/healthz`, { signal: AbortSignal.timeout(2_000) });
process.exit(answer.ok ? 0 : 1);
