import { Migration } from "@mikro-orm/migrations";

/** Where the sweep of salts goes on after a start. Empty at first: then it goes through all refresh tokens once more. */
export class SaltSweepPlace extends Migration {
  override up(): void {
    this.addSql(`
      create table "salt_sweep" ("id" smallint not null, "from_id" uuid not null, primary key ("id"));
      alter table "salt_sweep" add constraint "salt_sweep_single" check (id = 1);`);
  }
}
