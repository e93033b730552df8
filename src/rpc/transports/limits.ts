import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { AppService } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { PlatformService } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";

const KIB = 1024;

/** The default limit; an app profile with 20 URLs of 2,048 bytes fits. */
const ORDINARY_BYTES = 64 * KIB;

const LARGE_REQUESTS = new Map<DescMethod, number>([
  // 256 KiB of image are 342 KiB of base64 in JSON.
  [AppService.method.setLogo, 384 * KIB],
  [PlatformService.method.updateBrand, 384 * KIB],
  // 1,000 tokens are about 80 KiB; some may be no tokens and longer.
  [TokenService.method.batchIntrospect, 256 * KIB],
]);

/** The largest request of `method`, in bytes, after decompression. */
export function maxRequestBytes(method: DescMethod): number {
  return LARGE_REQUESTS.get(method) ?? ORDINARY_BYTES;
}

/** The largest request of any method, in bytes. */
export const MAX_REQUEST_BYTES = Math.max(ORDINARY_BYTES, ...LARGE_REQUESTS.values());

/** Maximum deadline of a unary call, in milliseconds. */
export const CALL_DEADLINE_MS = 10_000;

/** The request has more than `maxBytes` bytes. */
export function tooLarge(maxBytes: number): ConnectError {
  return new ConnectError(`the request is larger than ${maxBytes} bytes`, Code.ResourceExhausted);
}
