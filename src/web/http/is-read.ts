/** True for the methods that change nothing (RFC 9110 §9.2.1) and that pages answer. */
export function isRead({ method }: { method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
