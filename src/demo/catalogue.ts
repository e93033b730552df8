import { ScopeSensitivity } from "../../gen/latchkey/v1/consent_service_pb.ts";

/** The scopes of the demo platform. */
export const DEMO_SCOPES = [
  {
    name: "orders:read",
    title: "See your orders",
    description: "Order numbers, items, totals and when they were placed.",
    sensitivity: ScopeSensitivity.NORMAL,
  },
  {
    name: "orders:write",
    title: "Change your orders",
    description: "Mark orders as shipped, cancel them, and refund them.",
    sensitivity: ScopeSensitivity.SENSITIVE,
  },
  {
    name: "products:read",
    title: "See your products",
    description: "Names, prices and stock of what you sell.",
    sensitivity: ScopeSensitivity.NORMAL,
  },
  {
    name: "customers:read",
    title: "See your customers",
    description: "Names, addresses and e-mail addresses of people who bought from you.",
    sensitivity: ScopeSensitivity.SENSITIVE,
  },
  {
    name: "payouts:read",
    title: "See your payouts",
    description: "Bank transfers to you, with amounts and dates.",
    sensitivity: ScopeSensitivity.RESTRICTED,
  },
] as const;

/** The demo app's profile. */
export const DEMO_APP = {
  name: "Parcel Pilot",
  purpose: "Prints shipping labels for new orders and tells your customers where their parcel is.",
  scopes: [
    { name: "orders:read", reason: "To know which parcels need a label.", optional: false },
    { name: "products:read", reason: "To work out the weight of a parcel.", optional: true },
    { name: "customers:read", reason: "To print the address and send the tracking link.", optional: true },
  ],
} as const;

/** The demo's accounts. */
export const DEMO_PEOPLE = {
  operator: { email: "operator@example.com", name: "Olga Operator" },
  developer: { email: "developer@example.com", name: "Parcel Pilot GmbH" },
  merchant: { email: "merchant@example.com", name: "Mia Merchant" },
} as const;

/** The merchant owned by `DEMO_PEOPLE.merchant`. */
export const DEMO_SHOP = { merchantId: "harbour-coffee", name: "Harbour Coffee" } as const;
