import { setTimeout as delay } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Failover } from "./stage.ts";

/** The machine of the primary fails. It returns once the standby is the primary. */
export const KILL: Failover = {
  async inject({ primary, standby }) {
    await primary.kill();
    return standby;
  },
  async heal({ primary }) {
    primary.start();
  },
};

/** The machine of the primary freezes. It continues once the standby is the primary. */
export const FREEZE: Failover = {
  async inject({ primary, standby }) {
    primary.signal("SIGSTOP");
    return standby;
  },
  async heal({ primary }) {
    primary.signal("SIGCONT");
  },
};

/** A planned switchover. */
export const switchOver = (cluster: Cluster): Failover => ({
  async inject({ primary, standby }) {
    await cluster.switchOver(primary, standby);
    return standby;
  },
});

/** The machine of the standby freezes. It continues once the primary no longer waits for the standby. */
export const freezeStandby = (cluster: Cluster): Failover => ({
  async inject({ primary, standby }) {
    standby.signal("SIGSTOP");
    while ((await synchronousStandbys(cluster)) !== "") await delay(100);
    return primary;
  },
  async heal({ standby }) {
    standby.signal("SIGCONT");
  },
});

export async function synchronousStandbys(cluster: Cluster): Promise<string> {
  return (await cluster.query("show synchronous_standby_names")).rows[0].synchronous_standby_names;
}
