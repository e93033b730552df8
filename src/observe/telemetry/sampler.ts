import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { TelemetryOptions } from "../telemetry-options.ts";

/** @param ratio the share of traces that `traceidratio` keeps, from 0 to 1 */
export function createSampler(name: TelemetryOptions["sampler"], ratio: number): Sampler {
  const [rootName, isParentBased] = [name.replace("parentbased_", ""), name.startsWith("parentbased_")];
  const root =
    rootName === "always_on"
      ? new AlwaysOnSampler()
      : rootName === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}
