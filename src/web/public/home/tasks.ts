import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { html } from "../../components/html.ts";
import { installPath } from "../../components/installation/install-path.ts";
import { isHeldByOthers, mayChange, mayConnect } from "../../components/installation/merchant-access.ts";
import { isPending } from "../../components/installation/pending.ts";
import { pathWith } from "../../components/list.ts";
import { operatorTasks, type Task } from "../../components/platform/tasks.ts";
import { withDay } from "../../components/timestamp.ts";
import { requiredFactorPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Shop, StartPage } from "./read.ts";

/** The tasks of an account: as an operator, then as a developer, then in its shops. */
export function tasksOf(frame: Frame, page: StartPage): Task[] {
  return [
    ...ofOperator(frame, page),
    ...appTasks(frame, page),
    ...page.shops.flatMap((shop) => shopTasks(frame, shop)),
  ];
}

/** The tasks of an operator, without the installations that need attention, which only the dashboard counts. */
function ofOperator(frame: Frame, { account, queue, dashboard, secondFactorRequired }: StartPage): Task[] {
  const { tasks } = frame.t.home;
  if (secondFactorRequired) {
    return [{ icon: "lock", href: requiredFactorPath(null), label: tasks.secondFactor, more: tasks.secondFactorMore }];
  }
  return queue === null ? [] : operatorTasks(frame, { accountId: account.accountId, queue, dashboard, health: null });
}

function appTasks({ t }: Frame, { returned }: StartPage): Task[] {
  return returned.map(({ clientId, profile }) => ({
    icon: "flag",
    href: `/portal/apps/${clientId}`,
    label: t.home.tasks.returned(profile?.name || t.app.unnamed),
    more: t.home.tasks.returnedMore,
  }));
}

/** The number of installations that need attention and that the core did not list. */
export function countUnlisted({ shops }: StartPage): number {
  const unlisted = ({ summary, attention }: Shop) => (summary?.needsAttention ?? 0) - attention.length;
  return shops.filter(canSolve).reduce((sum, shop) => sum + unlisted(shop), 0);
}

/** True for owners and managers of a shop that is not suspended. */
function canSolve({ membership }: Shop): boolean {
  return membership.merchantState === MerchantState.ACTIVE && mayChange(membership);
}

function shopTasks(frame: Frame, shop: Shop): Task[] {
  const { membership, attention } = shop;
  if (!canSolve(shop)) return [];
  return attention.map((one) => {
    const task = installationTask(frame, one, mayConnect({ merchant: membership }, one));
    return { ...task, more: html`<span dir="auto">${membership.merchantName}</span> · ${task.more}` };
  });
}

function installationTask(frame: Frame, one: Installation, connectable: boolean): Task {
  const { tasks } = frame.t.home;
  const { appName, installationId } = one;
  const row = pathWith("/connected-apps", { installation: installationId });
  const href = connectable ? installPath(one) : row;
  const reason = heldReason(frame, one);
  if (reason !== null) return { icon: "stop", href: row, label: tasks.noAccess(appName), more: reason };
  if (isPending(one)) return { icon: "plug", href, label: tasks.finish(appName), more: tasks.finishMore };
  return {
    icon: "plug",
    href,
    label: tasks.connectAgain(appName),
    more: withDay(frame, one.tokensExpireAt, one.tokensRevoked ? tasks.revoked : tasks.expired),
  };
}

/** Why an app has no access although the merchant did not pause it; null if it has access. */
function heldReason({ t, platformName }: Frame, one: Installation): string | null {
  const { tasks } = t.home;
  if (one.appState === AppState.SUSPENDED) return tasks.suspended(platformName);
  if (one.appState === AppState.REJECTED) return tasks.rejected(platformName);
  if (!isHeldByOthers(one)) return null;
  return one.suspendedByParties.includes(Party.OPERATOR) ? tasks.suspended(platformName) : tasks.paused;
}
