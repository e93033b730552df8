import { Code, ConnectError } from "@connectrpc/connect";
import { findTrailerError, setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { Metadata, type ServiceError } from "@grpc/grpc-js";

// Both functions of protocol-grpc are internal to Connect, whose version is pinned: the suite in test/suites/contract notices a change.
const STATUS_DETAILS = "grpc-status-details-bin";

/** What grpc-js sends as the status of a failed call. */
export interface GrpcStatus {
  code: number;
  details: string;
  metadata: Metadata;
}

/** An error as grpc-js sends it, its details in the metadata that every gRPC client reads them from. */
export function toGrpcStatus(error: ConnectError): GrpcStatus {
  const metadata = new Metadata();
  if (error.details.length > 0) {
    const details = setTrailerStatus(new Headers(), error).get(STATUS_DETAILS);
    if (details !== null) metadata.set(STATUS_DETAILS, Buffer.from(details, "base64"));
  }
  return { code: error.code, details: error.rawMessage, metadata };
}

/** A failed call of a grpc-js client as the ConnectError of every other client. */
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
