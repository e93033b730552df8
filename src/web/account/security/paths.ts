/** The page of the account's security. */
export const PATH = "/account/security";

/** The page of the devices on which the account is signed in. */
export const DEVICES = "/account/devices";

/** The page of sign-ins and changes. */
export const ACTIVITY = "/account/activity";

/** The path to which the answer to a failed sign-in is sent. */
export const ACKNOWLEDGE = `${PATH}/acknowledge`;

/** The path to which the form for a new password is sent. */
export const PASSWORD = `${PATH}/password`;

/** The field of the current password, in the form for a new one. */
export const CHANGE_PASSWORD = `${PATH}#current_password`;

/** The page that registers a passkey. It needs a recent proof of identity. */
export const PASSKEY = `${PATH}/passkey`;

/** The page that changes the name of a passkey. */
export const RENAME_PASSKEY = `${PATH}/rename-passkey`;

/** The path to which the form that starts the set-up of an authenticator app is sent. */
export const SET_UP_APP = `${PATH}/set-up-app`;

/** The page that asks before new recovery codes replace unused ones, and the path to which its form is sent. */
export const NEW_CODES = `${PATH}/new-codes`;

/** The paths of the pages that remove a second factor after a confirmation. */
export const REMOVE_APP = `${PATH}/remove-app`;
export const REMOVE_PASSKEY = `${PATH}/remove-passkey`;
