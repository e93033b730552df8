/** The page of the account's security. */
export const PATH = "/account/security";

/** The page that registers a passkey. It needs a recent proof of identity. */
export const PASSKEY = `${PATH}/passkey`;
