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
  const [own, parent] = [name.replace("parentbased_", ""), name.startsWith("parentbased_")];
  const root =
    own === "always_on"
      ? new AlwaysOnSampler()
      : own === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return parent ? new ParentBasedSampler({ root }) : root;
}
