import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { ListScopesResponseSchema, ScopeSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";

/** The scope catalogue of the fakes: each sensitivity at least once, sorted by name as in the core. */
const CATALOGUE: MessageInitShape<typeof ScopeSchema>[] = [
  {
    name: "customers:read",
    title: "See your customers",
    description: "Names, addresses and e-mail addresses of your customers.",
    sensitivity: ScopeSensitivity.SENSITIVE,
  },
  {
    name: "orders:read",
    title: "See your orders",
    description: "All orders, with their items and delivery addresses.",
    sensitivity: ScopeSensitivity.NORMAL,
  },
  {
    name: "orders:write",
    title: "Change your orders",
    description: "Change the state of orders, and add tracking numbers.",
    sensitivity: ScopeSensitivity.SENSITIVE,
  },
  {
    name: "payouts:write",
    title: "Pay out money",
    description: "Start payouts to your bank account.",
    sensitivity: ScopeSensitivity.RESTRICTED,
  },
  {
    name: "products:read",
    title: "See your products",
    description: "Products, prices and stock levels.",
    sensitivity: ScopeSensitivity.NORMAL,
  },
];

export function listScopes() {
  return create(ListScopesResponseSchema, { scopes: CATALOGUE.map((scope) => create(ScopeSchema, scope)) });
}
