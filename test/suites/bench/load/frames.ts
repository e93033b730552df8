/** The part of HTTP/2 that a generator of unary gRPC calls needs (RFC 9113 §4.1, §6; RFC 7541). */
export const DATA = 0;
export const HEADERS = 1;
export const SETTINGS = 4;
export const PING = 6;
export const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const RST_STREAM = 3;
export const END_STREAM = 1;
const END_HEADERS = 4;
export const ACK = 1;
const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/**
 * Disables the header table of the server, so that correct trailers always have the same bytes, and opens a window larger than any
 * response.
 */
const OUR_SETTINGS: [number, number][] = [
  [1, 0],
  [2, 0],
  [4, 2 ** 24],
];
export const CONNECTION_WINDOW = 2 ** 30;

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const out = Buffer.allocUnsafe(9 + payload.length);
  out.writeUIntBE(payload.length, 0, 3);
  out[3] = type;
  out[4] = flags;
  out.writeUInt32BE(stream, 5);
  out.set(payload, 9);
  return out;
}

export function windowUpdate(stream: number, more: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(more);
  return frame(WINDOW_UPDATE, 0, stream, payload);
}

/** The preface and the settings of a client. */
export function opening(): Buffer {
  const settings = Buffer.alloc(OUR_SETTINGS.length * 6);
  for (const [at, [id, value]] of OUR_SETTINGS.entries()) {
    settings.writeUInt16BE(id, at * 6);
    settings.writeUInt32BE(value, at * 6 + 2);
  }
  return Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0, settings), windowUpdate(0, CONNECTION_WINDOW)]);
}

/** The headers of calls of one method. `first` fills the server's header table, and `next` refers to the table, as real clients do. */
export interface CallHeaders {
  first: Buffer;
  next: Buffer;
}

export function callHeaders(path: string, authority: string, key: string): CallHeaders {
  const fields: [name: number | string, value: string][] = [
    [4, path],
    [1, authority],
    [31, "application/grpc"],
    ["te", "trailers"],
    [23, `Bearer ${key}`],
  ];
  // :method POST and :scheme http of the static table.
  const pseudo = Buffer.from([0x83, 0x86]);
  const literals = fields.map(([name, value]) =>
    typeof name === "number"
      ? Buffer.concat([Buffer.from([0x40 | name]), text(value)])
      : Buffer.concat([Buffer.from([0x40]), text(name), text(value)]),
  );
  // The newest entry of the dynamic table follows the static table.
  const indexed = fields.map((_, at) => 0x80 | (62 + fields.length - 1 - at));
  return { first: Buffer.concat([pseudo, ...literals]), next: Buffer.concat([pseudo, Buffer.from(indexed)]) };
}

/** A string literal without Huffman coding; its length in a prefix of seven bits. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  let rest = bytes.length - 127;
  const length = [127];
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}

/** The frames of one call: headers, then the message after its prefix of five bytes (compression flag, length). */
export function writeCall(stream: number, headers: Buffer, message: Uint8Array): Buffer {
  const data = Buffer.allocUnsafe(5 + message.length);
  data[0] = 0;
  data.writeUInt32BE(message.length, 1);
  data.set(message, 5);
  return Buffer.concat([frame(HEADERS, END_HEADERS, stream, headers), frame(DATA, END_STREAM, stream, data)]);
}
