import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { FieldError } from "../form.ts";

export interface Choice {
  /** Empty if none is chosen. */
  merchantId: string;
  scopes: string[];
}

/** The contents of the consent page. */
export interface ConsentView {
  id: string;
  consent: GetInteractionResponse;
  account: Account | undefined;
  choice: Choice;
  errors: readonly FieldError[];
  /** Changes since the submitted page was shown, as sentences. */
  changes: readonly string[];
  /** The page is part of another page. */
  isPreview?: boolean;
}
