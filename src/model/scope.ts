import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moment, writtenAt } from "./columns.ts";

export const SENSITIVITIES = ["NORMAL", "SENSITIVE", "RESTRICTED"] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

/** An entry of the scope catalogue. A retired one is offered to no app any more and goes on working where it is registered. */
export const Scope = defineEntity({
  name: "Scope",
  tableName: "scope",
  properties: {
    name: p.text().primary(),
    title: p.text(),
    description: p.text().default(""),
    sensitivity: p.enum(SENSITIVITIES).default("NORMAL"),
    retiredAt: moment().nullable(),
    createdAt: writtenAt(),
  },
});
export type Scope = InferEntity<typeof Scope>;
