import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { CheckRequestSchema } from "../../../../gen/envoy/service/auth/v3/external_auth_pb.ts";

const HEADERS = {
  ":authority": "api.platform.example",
  ":method": "GET",
  ":path": "/orders/1844?expand=lines",
  ":scheme": "https",
  accept: "application/json",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "parcel-app/3.1 (+https://parcel.example)",
  "x-envoy-expected-rq-timeout-ms": "15000",
  "x-forwarded-for": "203.0.113.7",
  "x-forwarded-proto": "https",
  "x-request-id": "5c1c6f0e-6f0d-4a57-9d7a-3c2f7d1f5b10",
};

/** A check as Envoy sends it: all headers of an API request, and parts that the service does not read. */
export function encodeCheck(token: string, scope: string): Uint8Array {
  const headers = { ...HEADERS, authorization: `Bearer ${token}` };
  const read = { request: { http: { headers } }, contextExtensions: { scope } };
  const message = toBinary(CheckRequestSchema, create(CheckRequestSchema, { attributes: read }));
  // Two occurrences of the field `attributes` are merged.
  return Buffer.concat([message, UNREAD]);
}

/** `attributes` with source, destination, and time, id, method, path, host, scheme, size and protocol of the request. */
const UNREAD = (() => {
  const writer = new BinaryWriter();
  const open = (field: number) => writer.tag(field, WireType.LengthDelimited).fork();
  const text = (field: number, value: string) => writer.tag(field, WireType.LengthDelimited).string(value);
  open(1);
  for (const [peer, address] of [
    [1, "10.20.30.40"],
    [2, "10.20.30.41"],
  ] as const) {
    open(peer);
    open(1);
    open(1);
    text(2, address);
    writer.tag(3, WireType.Varint).uint32(43_210);
    writer.join().join().join();
  }
  open(4);
  open(1);
  writer.tag(1, WireType.Varint).uint32(1_795_187_029);
  writer.tag(2, WireType.Varint).uint32(207_301_000);
  writer.join();
  open(2);
  text(1, "10377418247431518232");
  text(2, "GET");
  text(4, "/orders/1844?expand=lines");
  text(5, "api.platform.example");
  text(6, "https");
  writer.tag(9, WireType.Varint).int64(-1);
  text(10, "HTTP/1.1");
  return writer.join().join().join().finish();
})();
