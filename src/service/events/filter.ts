import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { OutboxFilter } from "../../store/outbox/read.ts";

const TYPE = /^[a-z_.]{1,64}$/;
/** A filter that matches no event. */
const NONE: OutboxFilter = { clientId: null, merchantId: null, type: "" };

/** The filter, or `NONE` if no event can have its values, some of which PostgreSQL would reject with an error. */
export function toStorable(filter: OutboxFilter): OutboxFilter {
  const { clientId, merchantId, type } = filter;
  const isStorable =
    (clientId === null || isClientId(clientId)) &&
    (merchantId === null || isMerchantId(merchantId)) &&
    (type === null || TYPE.test(type));
  return isStorable ? filter : NONE;
}
