import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Fields } from "../http/fields.ts";
import type { Visit } from "../request-context.ts";
import type { Once } from "../router/flash-cookie.ts";

/** The context of a request to the console by a signed-in operator. */
export interface ConsoleVisit extends Visit {
  account: Account;
  /** For the forms of the page. */
  csrfToken: string;
  params: Readonly<Record<string, string>>;
  query: Fields;
  /** What the page shows only this time, such as a secret just made; null: nothing, or it was shown. */
  once: Once | null;
}
