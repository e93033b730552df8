import { crc32, deflateSync } from "node:zlib";
import type { Clients } from "../../../src/rpc/client.ts";

const SIZE = 64;

/** A small PNG with a recognizable picture: a parcel on a blue background. */
export function logo(): Buffer {
  const rows = Array.from({ length: SIZE }, (_, y) => {
    const row = Buffer.alloc(1 + SIZE * 3);
    for (let x = 0; x < SIZE; x++) row.set(colourAt(x, y), 1 + x * 3);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const pixels = deflateSync(Buffer.concat(rows));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function colourAt(x: number, y: number): number[] {
  const inside = x > 14 && x < 50 && y > 18 && y < 50;
  if (!inside) return [37, 99, 235];
  return x > 29 && x < 35 ? [161, 98, 7] : [234, 179, 8];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Gives a live app its logo, by a revision that is approved. */
export async function publishLogo({ apps }: Pick<Clients, "apps">, clientId: string): Promise<void> {
  await apps.setLogo({ clientId, image: logo() });
  await apps.submitApp({ clientId });
  await apps.startReview({ clientId });
  await apps.approveApp({ clientId });
}
