import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { OutboxFilter } from "../../store/outbox/read.ts";

const TYPE = /^[a-z_.]{1,64}$/;
/** Matches no event. */
const NONE: OutboxFilter = { clientId: null, merchantId: null, type: "" };

/** The filter, or one without matches if no event can have its values. PostgreSQL rejects some of them with an error. */
export function toStorable(filter: OutboxFilter): OutboxFilter {
  const { clientId, merchantId, type } = filter;
  const isStorable =
    (clientId === null || isClientId(clientId)) &&
    (merchantId === null || isMerchantId(merchantId)) &&
    (type === null || TYPE.test(type));
  return isStorable ? filter : NONE;
}
