import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { FieldError } from "../../components/form.ts";
import type { Choice } from "./approval.ts";

/** The facts that the consent page shows. */
export interface ConsentView {
  id: string;
  consent: GetInteractionResponse;
  account: Account | undefined;
  choice: Choice;
  errors: readonly FieldError[];
  /** What is another than on the page that was answered before. */
  changes: readonly string[];
}
