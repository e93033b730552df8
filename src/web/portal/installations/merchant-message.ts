import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { copyText } from "../../components/copy.ts";
import type { Html } from "../../components/html.ts";
import type { Verdict } from "../../components/installation/verdict.ts";
import { needsMerchant } from "../../components/installation/verdict-view.ts";
import type { PageContext } from "../../router/page-router.ts";

interface Asked {
  app: App;
  one: Installation;
  verdict: Verdict;
}

/** A message to copy that asks the merchant to connect the app again or to resume it; null if the merchant cannot end the problem. */
export function merchantMessage({ t, web }: PageContext, { app, one, verdict }: Asked): Html | null {
  // The developer is the owner of a test merchant.
  if (one.test) return null;
  const { message } = t.portal.installations;
  const names = [one.appName, one.merchantName] as const;
  const copy = (value: string) => copyText(t, { id: "merchant-message", label: message.label, value }, message.copy);
  if (needsMerchant(verdict) && app.installUrl !== "") return copy(message.connectAgain(...names, app.installUrl));
  const isPaused = verdict.kind === "paused" && verdict.stops.includes("merchant");
  return isPaused ? copy(message.resume(...names, `${web.publicUrl}/connected-apps/${one.installationId}`)) : null;
}
