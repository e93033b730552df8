import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { forwardAuthDocument } from "../../../../src/rpc/transports/connect/openapi.ts";
import { sendHttp, useAuthorizationCore } from "../authorization-core.ts";

const core = useAuthorizationCore();
const document = forwardAuthDocument() as {
  paths: Record<string, Record<string, { responses: Record<string, { headers: object }> }>>;
  components: { schemas: { Error: object } };
};
const { responses } = document.paths["/forward-auth"]!.get!;
const isError = new Ajv2020({ strict: false }).compile(document.components.schemas.Error);

describe("the OpenAPI document of forward authentication", () => {
  it("is valid OpenAPI 3.1 and served on the Connect port", async () => {
    const { valid, errors } = await new Validator().validate({ ...forwardAuthDocument() });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const answer = await sendHttp(core.connectPort, { path: "/openapi.json", headers: [] });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, JSON.parse(JSON.stringify(document))]);
  });

  const cases: { status: number; headers: string[]; scope: string }[] = [
    { status: 200, headers: ["x-service-key", "proxy"], scope: "orders.read" },
    { status: 401, headers: ["x-service-key", "proxy", "authorization", "Bearer other"], scope: "orders.read" },
    { status: 403, headers: ["x-service-key", "proxy"], scope: "orders.write" },
    { status: 500, headers: [], scope: "orders.read" },
  ];
  it.each(cases)("describes the headers and the body of a $status", async ({ status, headers, scope }) => {
    const token = (await core.world.install()).pair.accessToken;
    const sent = headers.includes("authorization") ? headers : [...headers, "authorization", `Bearer ${token}`];
    const answer = await sendHttp(core.connectPort, { path: `/forward-auth?scope=${scope}`, headers: sent });
    expect(answer.status).toBe(status);
    for (const name of Object.keys(responses[status]!.headers))
      expect(answer.headers).toHaveProperty(name.toLowerCase());
    if (status !== 200) expect([answer.body, isError(JSON.parse(answer.body))]).toEqual([answer.body, true]);
  });
});
