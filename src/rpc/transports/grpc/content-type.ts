/**
 * Matches `application/grpc`, also with a suffix such as `+proto`, but not the types of gRPC-Web.
 * @see https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#requests
 */
const GRPC = /^application\/grpc(?:$|[+;])/i;

/** @param contentType the header, if any */
export function isGrpc(contentType: string | undefined): boolean {
  return contentType !== undefined && GRPC.test(contentType);
}
