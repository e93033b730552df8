import { once } from "node:events";
import { connect } from "node:net";

/** Sends a request's head as it is, for `fetch` would fold what a hostile client would not; everything that was answered. */
export async function sendHead(port: number, ...head: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end(`${[...head, "Host: x", "Connection: close"].join("\r\n")}\r\n\r\n`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
  });
  await once(socket, "close");
  return answer;
}
