import { readFileSync } from "node:fs";
import { Migration } from "@mikro-orm/migrations";

/** The whole schema of the first release. Later changes are migrations of their own. */
export class Initial extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL("0001-initial.sql", import.meta.url), "utf8"));
  }
}
