/** The page of the account's security. */
export const PATH = "/account/security";

/** The page that registers a passkey. */
export const PASSKEY = `${PATH}/passkey`;

/** The page that asks for a new proof of identity. */
export const CONFIRM = `${PATH}/confirm`;
