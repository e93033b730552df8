/** The minimum number of characters of a new password. */
export const PASSWORD_MIN = 12;

/** The maximum number of characters of a new password. */
export const PASSWORD_MAX = 256;

/** True if a new password has an allowed length, in code points. Any characters are allowed. */
export function isPasswordAllowed(password: string): boolean {
  const length = [...password].length;
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX && password.isWellFormed();
}
