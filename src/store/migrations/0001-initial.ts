import { readFileSync } from "node:fs";
import { Migration } from "@mikro-orm/migrations";

/**
 * The schema of the first release. Later changes are separate migrations.
 * The statements are in a file of their own, so that they can be read and run as SQL.
 */
export class Initial extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL("0001-initial.sql", import.meta.url), "utf8"));
  }
}
