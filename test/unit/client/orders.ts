/** A minimal `gen/orders_pb.js` for the README's example: `rpc List`, which returns the merchant. */
export function createOrders(): string {
  const LABEL_OPTIONAL = 1;
  const TYPE_STRING = 9;
  const file = {
    name: "orders.proto",
    package: "shop.v1",
    syntax: "proto3",
    messageType: [
      { name: "ListRequest" },
      {
        name: "ListResponse",
        field: [{ name: "merchant", jsonName: "merchant", number: 1, type: TYPE_STRING, label: LABEL_OPTIONAL }],
      },
    ],
    service: [
      {
        name: "Orders",
        method: [{ name: "List", inputType: ".shop.v1.ListRequest", outputType: ".shop.v1.ListResponse" }],
      },
    ],
  };
  return `import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

const file = create(FileDescriptorProtoSchema, ${JSON.stringify(file)});
export const Orders = createFileRegistry(file, () => undefined).getService("shop.v1.Orders");
`;
}
