import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { StartupError, toListenError } from "../../../src/observe/startup-error.ts";

it.each([
  ["EADDRINUSE", "HTTP_PORT: 127.0.0.1:8080 is in use by another program; set another port."],
  ["EACCES", "HTTP_PORT: this user may not open 127.0.0.1:8080; set a port of 1024 or higher."],
  ["EADDRNOTAVAIL", "HTTP_PORT: 127.0.0.1:8080 is not an address of this machine; set another address."],
  ["EIEIO", "HTTP_PORT: 127.0.0.1:8080 cannot be opened (EIEIO odd)."],
])("toListenError describes %s in one sentence with the setting", (code, message) => {
  const fault = toListenError(Object.assign(new Error("odd"), { code }), {
    setting: "HTTP_PORT",
    host: "127.0.0.1",
    port: 8080,
  });
  expect(fault).toBeInstanceOf(StartupError);
  expect(fault.message).toBe(message);
});

it("toListenError recognizes the error of a port in use", async () => {
  const first = createServer().listen(0, "::1");
  await once(first, "listening");
  const { port } = first.address() as { port: number };
  const [cause] = await once(createServer().listen(port, "::1"), "error").catch((error) => [error]);
  first.close();
  expect(toListenError(cause, { setting: "GRPC_PORT", host: "::1", port }).message).toBe(
    `GRPC_PORT: [::1]:${port} is in use by another program; set another port.`,
  );
});
