import type { PlatformService } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import { getBrand, type PlatformDependencies } from "../../service/platform/get-brand.ts";
import { type DashboardDependencies, getDashboard } from "../../service/platform/get-dashboard.ts";
import { updateBrand } from "../../service/platform/update-brand.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromUpdateBrand, toBrand, toDashboard } from "./platform-messages.ts";

export function platformService(
  deps: PlatformDependencies & DashboardDependencies,
): Implementation<typeof PlatformService> {
  return {
    async getBrand() {
      return { brand: toBrand(await getBrand(deps)) };
    },
    async updateBrand(request, call) {
      return { brand: toBrand(await updateBrand(deps, fromUpdateBrand(request), call)) };
    },
    getDashboard: async (request, call) => toDashboard(await getDashboard(deps, request, call)),
  };
}
