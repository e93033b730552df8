/** The part of the request headers that `joinAuthorization` changes. */
interface AuthorizationHeader {
  authorization?: string | undefined;
}

const NAME = "authorization";

/**
 * Joins repeated `authorization` headers to one value, which the admission refuses. Node keeps the first of them only, while a proxy may
 * have checked another one.
 * @param raw names and values in turn, as received
 */
export function joinAuthorization(headers: AuthorizationHeader, raw: readonly string[]): void {
  let values: string[] | null = null;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    if (name.length === NAME.length && name.toLowerCase() === NAME) values = [...(values ?? []), raw[index + 1]!];
  }
  if (values !== null && values.length > 1) headers.authorization = values.join(", ");
}
