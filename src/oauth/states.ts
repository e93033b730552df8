/** A merchant's state. CLOSED is final. */
export type MerchantState = "ACTIVE" | "SUSPENDED" | "CLOSED";

/**
 * An installation's state: PENDING until its first code is exchanged, SUSPENDED while any party suspends it, UNINSTALLED until the next
 * install.
 */
export type InstallationState = "PENDING" | "ACTIVE" | "SUSPENDED" | "UNINSTALLED";

export type AccountState = "ACTIVE" | "SUSPENDED";
