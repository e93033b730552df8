import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { timestamp, writtenAt } from "./columns.ts";

export const SENSITIVITIES = ["NORMAL", "SENSITIVE", "RESTRICTED"] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

/** The texts of a scope in another language than its title and description. */
export interface ScopeText {
  title: string;
  description: string;
}

/** An entry of the scope catalogue. A retired scope stays valid for apps that registered it; no app can add it. */
export const Scope = defineEntity({
  name: "Scope",
  tableName: "scope",
  properties: {
    name: p.text().primary(),
    title: p.text(),
    description: p.text().default(""),
    /** By language, such as `de`. */
    texts: p.json<Record<string, ScopeText>>().columnType("jsonb").defaultRaw("'{}'"),
    sensitivity: p.enum(SENSITIVITIES).default("NORMAL"),
    retiredAt: timestamp().nullable(),
    createdAt: writtenAt(),
    /** The number of the last change. */
    revision: p.integer().default(1),
  },
});
export type Scope = InferEntity<typeof Scope>;
