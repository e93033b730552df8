import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { FieldError } from "../form.ts";

export interface Choice {
  /** Empty if none is chosen. */
  merchantId: string;
  scopes: string[];
}

export interface ConsentPreview {
  /** The `data:` URL of a logo that is not stored yet; null without one. */
  logo: string | null;
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
  /** Set if the page is part of another page. */
  preview?: ConsentPreview;
}
