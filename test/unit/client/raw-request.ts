import { once } from "node:events";
import { connect } from "node:net";

/** Sends the head of a request unchanged, because `fetch` merges headers; returns the response. */
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
