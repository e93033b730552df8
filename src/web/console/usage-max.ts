/** The apps and members of a merchant are counted up to this number. */
export const USAGE_MAX = 100;
