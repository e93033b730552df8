import fastifyMultipart from "@fastify/multipart";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PageError } from "../../../../src/web/errors/page-error.ts";
import { readUpload, UPLOAD_LIMITS } from "../../../../src/web/http/upload.ts";

const app = fastify();

let thrown: unknown;

beforeAll(async () => {
  await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
  app.post("/", async (request) => {
    thrown = null;
    const upload = await readUpload(request).catch((failure: unknown) => {
      thrown = failure;
      return null;
    });
    return { name: upload?.fields.one("name") };
  });
});

afterAll(() => app.close());

const send = (payload: string, type = "multipart/form-data; boundary=b") =>
  app.inject({ method: "POST", url: "/", headers: { "content-type": type }, payload });

const part = (text: string) => `--b\r\nContent-Disposition: form-data; ${text}`;

describe("B4 a form with a file", () => {
  test("is read", async () => {
    expect((await send(`${part('name="name"\r\n\r\nAda')}\r\n--b--\r\n`)).json()).toEqual({ name: "Ada" });
  });

  test.each([
    ["no parts at all", "garbage"],
    ["an end that never comes", part('name="name"\r\n\r\nAda')],
    ["a file that never ends", part('name="logo"; filename="a.png"\r\n\r\nAda')],
    ["a part without headers that end", "--b\r\nContent-Disposition: form-data"],
    ["a field twice", `${part('name="name"\r\n\r\nA\r\n').repeat(2)}--b--\r\n`],
  ])("with %s is 400", async (_name, payload) => {
    await send(payload);
    expect(thrown).toBeInstanceOf(PageError);
    expect(thrown).toMatchObject({ status: 400, reason: "form_malformed" });
  });

  test.each(["__proto__", "constructor"])(
    "with a field named %s: 4xx, and no object is the other for it",
    async (name) => {
      await send(`${part(`name="${name}"\r\n\r\nx`)}\r\n--b--\r\n`);
      expect(thrown).toMatchObject({ statusCode: 400 });
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});
