import { Code, ConnectError } from "@connectrpc/connect";
import { findTrailerError, setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { Metadata, type ServiceError } from "@grpc/grpc-js";

// Both functions of protocol-grpc are internal to Connect. The version of Connect is pinned, and test/suites/contract covers them.
const STATUS_DETAILS = "grpc-status-details-bin";

/** The status of a failed call for grpc-js. */
export interface GrpcStatus {
  code: number;
  details: string;
  metadata: Metadata;
}

/** Converts an error for grpc-js, with its details in the standard trailer. */
export function toGrpcStatus(error: ConnectError): GrpcStatus {
  const metadata = new Metadata();
  if (error.details.length > 0) {
    const details = setTrailerStatus(new Headers(), error).get(STATUS_DETAILS);
    if (details !== null) metadata.set(STATUS_DETAILS, Buffer.from(details, "base64"));
  }
  return { code: error.code, details: error.rawMessage, metadata };
}

/** Converts the error of a grpc-js client to a ConnectError. */
export function fromGrpcStatus(failure: ServiceError): ConnectError {
  const headers = toHeaders(failure.metadata);
  const [details] = failure.metadata?.get(STATUS_DETAILS) ?? [];
  const detailed = details === undefined ? undefined : findTrailerError(headers);
  if (detailed !== undefined) return detailed;
  const code = failure.code in Code ? (failure.code as number as Code) : Code.Unknown;
  return new ConnectError(failure.details, code, headers, undefined, failure);
}

/** Metadata as headers; binary values in base64, as on the wire. */
export function toHeaders(metadata: Metadata | undefined): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(metadata?.toJSON() ?? {})) {
    for (const value of values) headers.append(name, typeof value === "string" ? value : value.toString("base64"));
  }
  return headers;
}
